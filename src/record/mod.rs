//! What a record is: tags, movetext, commands, and the one pass that reads them.

//! Paths to sources to chunks cut at game starts; decompression; encodings.

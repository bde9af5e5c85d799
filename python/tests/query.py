"""Collects tables of the data source into Arrow files. The same file runs on Sail and on Spark:

    SPARK_REMOTE=sc://localhost:50051 python3 query.py JOBS
    spark-submit --master 'local-cluster[2,1,1024]' query.py JOBS

JOBS is a JSON file with a list of `{"path": …, "options": {…}, "output": …}`. Prints the seconds of each job.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from pyarrow import feather
from pyspark.sql import SparkSession

from jadoube.spark import register


def main(jobs: str) -> None:
    spark = SparkSession.builder.getOrCreate()
    register(spark)
    for job in json.loads(Path(jobs).read_text()):
        began = time.monotonic()
        table = spark.read.format("jadoube").options(**job["options"]).load(job["path"]).toArrow()
        feather.write_feather(table, job["output"])
        print(f"{time.monotonic() - began:.2f}", flush=True)
    spark.stop()


if __name__ == "__main__":
    main(sys.argv[1])

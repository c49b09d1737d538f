#!/bin/sh
# How the service is started, by `make serve`, the image and the unit alike.
# Queries and file reads share the pool of threads, which must be larger than QUERY_CONNECTIONS.
export NODE_ENV="${NODE_ENV:-production}" UV_THREADPOOL_SIZE="${UV_THREADPOOL_SIZE:-16}"
# glibc: bodies of answers go back to the system when they are sent.
export MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
# What requests throw away is swept in 8 MB instead of 16: less memory, at the same rate.
exec node --max-semi-space-size=8 "$(dirname "$0")/../dist/service.js"

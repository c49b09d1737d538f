#!/bin/sh
# Start the service: used by `make serve`, the container image and the systemd unit.
# Queries and file reads share this thread pool. Node's default is 4, as many as queries may take.
export NODE_ENV="${NODE_ENV:-production}" UV_THREADPOOL_SIZE="${UV_THREADPOOL_SIZE:-16}"
# glibc: return the memory of sent responses to the system.
export MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=1048576
# Young generation of 8 MB instead of 16 MB: less memory at the same request rate.
set -- node --max-semi-space-size=8 "$(dirname "$0")/../dist/service.js"
[ $$ -eq 1 ] || exec "$@"

# The first process of a container cannot be killed from inside, not by the watchdog either. So node is the second one here.
"$@" &
node=$!
trap 'kill -TERM "$node"' TERM INT
while kill -0 "$node" 2>/dev/null; do
  wait "$node"
  status=$?
done
exit $status

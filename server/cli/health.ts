/** `node dist/server/health.mjs`: succeeds when the program on PORT of this machine is ready, for the health check of a container. */
fetch(`http://127.0.0.1:${process.env.PORT || '4600'}/readyz`).then(
  (reply) => {
    process.exitCode = reply.ok ? 0 : 1
  },
  () => {
    process.exitCode = 1
  },
)

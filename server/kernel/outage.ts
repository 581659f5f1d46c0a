/** Whether a failure is a passing one of the database, the storage or the network: the same work may be tried again as it is. */

// PostgreSQL: connection (08), cannot sign in (28), aborted for others' sake (40), out of resources (53), disk (58), shut down (57P), no
// such database (3D), took too long (57014) or waited too long for a lock (55P03), a transaction that stood still (25P03), a server that
// only reads (25006); sockets that broke; and a storage that cannot be reached.
const passing =
  /^(?:08|28|3D|40|53|57P|58)|^(?:57014|55P03|25P03|25006)$|^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|STORAGE_AWAY)$/

export function isOutage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && passing.test(error.code)
}

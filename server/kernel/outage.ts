/**
 * Recognizes temporary failures of the database, the storage or the network, after which the same work may be retried unchanged.
 */

// PostgreSQL: connection failure (08), sign-in failure (28), rollback for concurrency (40), out of resources (53), disk (58),
// shutdown (57P), no such database (3D), statement timeout (57014), lock timeout (55P03), idle transaction timeout (25P03),
// read-only server (25006). Also broken sockets and an unreachable storage.
const temporaryCodes =
  /^(?:08|28|3D|40|53|57P|58)|^(?:57014|55P03|25P03|25006)$|^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND|STORAGE_AWAY)$/

export function isOutage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && temporaryCodes.test(error.code)
}

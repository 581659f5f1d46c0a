/** The codes of error responses, each with its HTTP status. Codes must not change. */
export const errorStatus = {
  'bad-json': 400,
  'bad-multipart': 400,
  unauthenticated: 401,
  /** An API key that was revoked or whose end has come, or whose account is paused. */
  'key-revoked': 401,
  'key-expired': 401,
  forbidden: 403,
  /** An API key without the right for the call, at another address than its own, or for a call that is for people alone. */
  'key-lacks-right': 403,
  'key-address': 403,
  'not-for-keys': 403,
  /** The day's ceiling of an API key. */
  'key-ceiling': 422,
  'not-found': 404,
  conflict: 409,
  'stale-revision': 409,
  'idempotency-mismatch': 409,
  'in-progress': 409,
  'price-changed': 409,
  'too-large': 413,
  invalid: 422,
  'login-failed': 422,
  'subuser.has-no-permission': 422,
  'unsupported-file': 422,
  'blocked-url': 422,
  'quota-exceeded': 422,
  'too-many-requests': 429,
  'proof-required': 429,
  internal: 500,
  'upstream-failed': 502,
  unavailable: 503,
  /** The operator maintains this server: it is read as ever, and changes wait. */
  maintenance: 503,
  /** Only the operator can mend it; the log names it to the operator. */
  'operator-needed': 503,
  'storage-full': 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** An invalid field; `path` is dotted and starts with params, query or body. */
export interface Issue {
  readonly path: string
  readonly code: string
  readonly message: string
}

/** Body of every response that is not 2xx. */
export interface ErrorBody {
  readonly traceId: string
  readonly code: ErrorCode | (string & {})
  readonly message: string
  readonly issues?: readonly Issue[]
}

/** The text for a sub-account without permission; the plugin adds a link to the authorization guide. */
export const noPermissionText = '该子帐号无此操作权限'

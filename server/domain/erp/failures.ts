/** Translates failures of factories' programs for sellers. */
import { Failure } from '../../kernel/failure'
import { ErpFailure } from '../../ports/erp'

const maxShownRaw = 200

/**
 * Returns a Failure with the factory's message, or with its raw response when that is unusable: 'invalid' when it refused,
 * 'upstream-failed' when it gave no readable response. Other errors are returned unchanged, to be rethrown.
 */
export function erpFailure(error: unknown): unknown {
  if (!(error instanceof ErpFailure)) return error
  const { kind, message, raw } = error
  if (kind !== 'lost') return new Failure('invalid', message)
  const shown = raw?.trim().slice(0, maxShownRaw) ?? ''
  return new Failure('upstream-failed', shown === '' ? message : `${message}。工厂的回应：${shown}`)
}

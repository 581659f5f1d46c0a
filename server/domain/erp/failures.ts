/** What factories answer, as sellers are told it. */
import { Failure } from '../../kernel/failure'
import { ErpFailure } from '../../ports/erp'

const maxShownRaw = 200

/**
 * A Failure with the factory's words, or with its raw answer where those cannot be made out: 'invalid' when it said no, 'upstream-failed' when
 * it said nothing that can be read. What is no ErpFailure is answered as it is, to be thrown on.
 */
export function erpFailure(error: unknown): unknown {
  if (!(error instanceof ErpFailure)) return error
  const { kind, message, raw } = error
  if (kind !== 'lost') return new Failure('invalid', message)
  const shown = raw?.trim().slice(0, maxShownRaw) ?? ''
  return new Failure('upstream-failed', shown === '' ? message : `${message}。工厂的回应：${shown}`)
}

/**
 * Guards lists that were read before against a list that lacks most of them: a program that shows one page, or the list of another
 * factory, would stop all pushes of what is bound.
 */
import { Failure } from '../../kernel/failure'

export interface ReadList {
  /** Name of the listed things for the seller: 机型. */
  readonly subject: string
  /** Codes of the stored rows that the last list had. */
  readonly present: readonly string[]
  readonly listed: readonly string[]
}

/** Returns why a list is not taken over without the seller's word; null when it may be. */
export function shrinkageOf({ subject, present, listed }: ReadList): string | null {
  const codes = new Set(listed)
  const missing = present.filter((code) => !codes.has(code)).length
  if (missing * 2 <= present.length) return null
  return `工厂这次列出 ${codes.size} 个${subject}，原有的 ${present.length} 个里有 ${missing} 个不在其中，原有的保持不变。请先与工厂确认；工厂确实不再做这些，再选择按新列表更新`
}

/** Rejects on the parameter with which the seller accepts such a list. */
export const shrinkageFailure = (message: string): Failure =>
  new Failure('invalid', message, [{ path: 'query.acceptShorter', code: 'rule', message }])

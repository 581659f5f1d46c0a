/**
 * Decides what a response of a factory's program means. The principle: an order is recorded as refused only when the response
 * certainly says so, as accepted only with the factory's number for it, and otherwise nobody knows: the factory is asked again.
 * A line that is wrongly taken for refused may be made twice, by this factory and another one.
 *
 * | The fields say | with a number or rows | without |
 * |---|---|---|
 * | success (`success: true`, 200, 201, 20000 …) | yes; unsure when the words refuse | unsure |
 * | 0 or 1 alone | yes; unsure when the words refuse | no when the words refuse, else unsure |
 * | refusal by flag (`success: "false"`, `status: "error"`) | unsure | no |
 * | refusal by another code | yes when the words accept or are missing, else unsure | no; unsure when the words accept |
 * | nothing | yes; unsure when the words refuse | unsure |
 *
 * Whatever the fields say, a response without a number is unsure when its words say that the order exists already, or that
 * something went wrong on the way; and so is one with a 5xx status that has no words, because a proxy may have written it.
 */
import type { Reply } from './reply'
import { isAcceptance, isRefusal, isTrouble, saysItExists, subjectOf } from './words'

export type Verdict = 'yes' | 'no' | 'unsure'

/** @param hasContent whether the response contains what was asked for: a number of an order, or rows of a list. */
export function verdictOf({ signal, message, httpStatus }: Reply, hasContent: boolean): Verdict {
  if (hasContent) {
    if (httpStatus >= 500 || signal === 'refused') return 'unsure'
    if (signal === 'code-refused') return message === '' || (isAcceptance(message) && httpStatus < 400) ? 'yes' : 'unsure'
    return isRefusal(message) ? 'unsure' : 'yes'
  }
  if (isTrouble(message) || saysItExists(message) || (httpStatus >= 500 && message === '')) return 'unsure'
  if (signal === 'refused') return 'no'
  if (signal === 'code-refused') return isAcceptance(message) ? 'unsure' : 'no'
  return signal === 'either' && isRefusal(message) ? 'no' : 'unsure'
}

/**
 * Returns the meaning of a response to a request for a list. Lists change nothing, so rows count as an answer unless the fields
 * refuse; words beside them, such as 没有更多数据, do not matter.
 */
export function listVerdictOf(reply: Reply, hasRows: boolean): Verdict {
  const { signal, message } = reply
  if (!hasRows) return verdictOf(reply, false)
  if (signal === 'refused') return 'no'
  return signal === 'code-refused' && message !== '' && !isAcceptance(message) ? 'no' : 'yes'
}

/** Codes with which programs refuse a key. */
const keyCodes = /^(?:401|403|invalid_token|token_expired|invalid_key)$/i

/**
 * Whether a refusal is about the key. Programs use the same codes for a model that is not allowed or a balance that is too small,
 * so the words decide; 1001 is a program's first error of any kind, and needs words about a key.
 */
export function refusesKey({ code, message, httpStatus }: Reply): boolean {
  const subject = subjectOf(message)
  if (code === '1001') return subject === 'key'
  return (keyCodes.test(code) || httpStatus === 401 || httpStatus === 403) && subject !== 'business'
}

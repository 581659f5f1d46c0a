import { fieldsOf } from '../../contract/ground/fields'
import { BridgeError } from '../core/errors'
import { maxProbeLength, probeText, textSum } from '../core/probe'
import { eventNames, messageShape } from '../core/shape'

/**
 * Handles `diagnose.echo`, with which the self-test measures how much one message carries each way: returns length and checksum
 * of the text received, and a text of the requested length. Throws PROTOCOL for wrong parameters.
 */
export function echo(params: unknown, raw: unknown): unknown {
  const { text, want } = fieldsOf(params)
  if (typeof text !== 'string' || typeof want !== 'number' || !Number.isInteger(want) || want < 0 || want > maxProbeLength) {
    throw new BridgeError('PROTOCOL', { stage: 'params', message: 'diagnose.echo: wrong parameters' })
  }
  return { length: text.length, sum: textSum(text), text: probeText(want), shape: messageShape(raw), names: eventNames(raw) }
}

/** Validation of the parameters that a page sends. */
import { BridgeError } from '../../core/errors'

export type Fields = Readonly<Record<string, unknown>>

export const badParams = (message: string): BridgeError => new BridgeError('PROTOCOL', { stage: 'params', message })
export const refused = (userMessage: string, message: string): BridgeError =>
  new BridgeError('PERMISSION', { stage: 'allow-list', userMessage, message })

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

export function fieldsOf(params: unknown): Fields {
  if (!isFields(params)) throw badParams('params are no object')
  return params
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw badParams(`${name} is missing`)
  return value
}

/** Validation of the parameters that a page sends. */

import { type Fields, isFields } from '../../../contract/ground/fields'
import { BridgeError } from '../../core/errors'

export const badParams = (message: string): BridgeError => new BridgeError('PROTOCOL', { stage: 'params', message })
export const permissionError = (userMessage: string, message: string): BridgeError =>
  new BridgeError('PERMISSION', { stage: 'allow-list', userMessage, message })

export function paramsOf(params: unknown): Fields {
  if (!isFields(params)) throw badParams('params are no object')
  return params
}

export function textOf(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw badParams(`${name} is missing`)
  return value
}

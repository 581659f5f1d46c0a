/**
 * Rejects responses that are JSON but not what was requested (another program's, a proxy's), so that they do not break a screen.
 */

import { isFields } from '../../contract/ground/fields'
import type { ReplyShape } from '../../contract/reply-shapes'

const isRecords = (value: unknown): boolean => Array.isArray(value) && value.every(isFields)

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  '[]': isRecords,
  '()': Array.isArray,
  '{}': isFields,
  '#': Number.isFinite,
}

/** Whether an answer has what the plugin needs of it; an answer to a call without a shape needs nothing. */
export function hasShape(value: unknown, shape: ReplyShape | undefined): boolean {
  if (shape === undefined) return true
  if (shape === 'list') return isRecords(value)
  return isFields(value) && shape.every((field) => fitsField(value, field))
}

function fitsField(value: Readonly<Record<string, unknown>>, field: string): boolean {
  const [, name = '', kind = ''] = /^(.+?)(\[\]|\(\)|\{\}|#)$/.exec(field) ?? []
  return checks[kind]?.(value[name]) === true
}

import type { FormInstance } from '@arco-design/web-react'
import { InvalidError } from '../base/errors'

/**
 * Shows the broken rules that the server names at the fields they belong to, and brings the first into view.
 *
 * @param fields form field by the issue's path without its first part (params, query, body); absent: they have the same names.
 * @returns what is left to show above the form: null when every issue stands at a field, else the error.
 */
export function showIssues(form: FormInstance, error: unknown, fields?: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof InvalidError) || error.issues.length === 0) return error
  const known = new Set(Object.keys(form.getFieldsValue()))
  const placed = new Map<string, string>()
  let rest = false
  for (const { path, message } of error.issues) {
    const leaf = path.replace(/^(params|query|body)\./, '')
    const field = fields?.[leaf] ?? leaf
    if (!known.has(field)) rest = true
    else if (!placed.has(field)) placed.set(field, message)
  }
  form.setFields(Object.fromEntries([...placed].map(([field, message]) => [field, { error: { message } }])))
  const [first] = placed.keys()
  if (first !== undefined) form.scrollToField(first)
  return rest ? error : null
}

import type { FormInstance } from '@arco-design/web-react'
import { InvalidError } from '../base/errors'

/**
 * Shows the issues that the server reports at their fields, and scrolls to the first.
 *
 * @param fields form field by the issue's path without its first part (params, query, body); absent: they have the same names.
 * @returns the error to show above the form, or null when every issue is shown at a field.
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

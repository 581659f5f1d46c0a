import type { FormInstance } from '@arco-design/web-react'
import { InvalidError } from '../../contract/call-errors'

/**
 * Shows the issues that the server reports at their fields, and scrolls to the first.
 *
 * @param fields form field by the issue's path without its first part (params, query, body); absent: they have the same names.
 * @returns the error to show above the form, or null when every issue is shown at a field.
 */
export function showIssues(form: FormInstance, error: unknown, fields?: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof InvalidError) || error.issues.length === 0) return error
  const fieldNames = new Set(Object.keys(form.getFieldsValue()))
  const messages = new Map<string, string>()
  let hasOther = false
  for (const { path, message } of error.issues) {
    const issueField = path.replace(/^(params|query|body)\./, '')
    const field = fields?.[issueField] ?? issueField
    if (!fieldNames.has(field)) hasOther = true
    else if (!messages.has(field)) messages.set(field, message)
  }
  form.setFields(Object.fromEntries([...messages].map(([field, message]) => [field, { error: { message } }])))
  const [first] = messages.keys()
  if (first !== undefined) form.scrollToField(first)
  return hasOther ? error : null
}

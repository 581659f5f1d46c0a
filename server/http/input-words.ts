/** Words for input that breaks its schema where the schema has none of its own: a Chinese sentence that names the field. */
import type { z } from 'zod'
import { fieldNames } from './field-names'

type RawIssue = Parameters<z.core.$ZodErrorMap>[0]

/** Name of the innermost field of a path that has one. */
function nameOf(path: readonly PropertyKey[] | undefined): string {
  const field = [...(path ?? [])].reverse().find((key) => typeof key === 'string' && Object.hasOwn(fieldNames, key))
  return field === undefined ? '请求内容' : (fieldNames[String(field)] as string)
}

/** Fields whose value is chosen from a list: ids, but for those that sellers type. */
const chosen = /(?:^|[a-z])Ids?$/

const kinds: Readonly<Record<string, string>> = {
  number: '数字',
  int: '整数',
  string: '文字',
  boolean: '“是”或“否”',
  array: '列表',
}

type Size = Extract<RawIssue, { readonly code: 'too_big' | 'too_small' }>

/** A bound that only protects the database is not worth naming: no value that a person means reaches it. */
const isTechnical = (bound: number | bigint) => Math.abs(Number(bound)) >= 1e12

function tooBig(name: string, { origin, maximum }: Extract<Size, { code: 'too_big' }>): string {
  if (origin === 'string') return `${name}不能超过 ${maximum} 个字`
  if (origin === 'array') return `${name}不能超过 ${maximum} 项`
  return isTechnical(maximum) ? `${name}太大` : `${name}不能大于 ${maximum}`
}

function tooSmall(name: string, { origin, minimum, inclusive }: Extract<Size, { code: 'too_small' }>): string {
  if (origin === 'string') return minimum === 1 ? `${name}不能为空` : `${name}至少要有 ${minimum} 个字`
  if (origin === 'array') return `${name}至少要有 ${minimum} 项`
  if (isTechnical(minimum)) return `${name}太小`
  return inclusive ? `${name}不能小于 ${minimum}` : `${name}必须大于 ${minimum}`
}

/** Returns the sentence for an issue. */
export function inputWords(issue: RawIssue): string {
  const name = nameOf(issue.path)
  if (issue.input === undefined || issue.input === null) {
    const last = issue.path?.[issue.path.length - 1]
    return typeof last === 'string' && chosen.test(last) ? `必须选择${name}` : `缺少${name}`
  }
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected]
      return kind === undefined ? `${name}的格式不正确` : `${name}应该是${kind}`
    }
    case 'invalid_value':
      return `${name}不在可选的范围里`
    case 'too_big':
      return tooBig(name, issue)
    case 'too_small':
      return tooSmall(name, issue)
    case 'not_multiple_of':
      return `${name}必须是 ${issue.divisor} 的倍数`
    case 'invalid_format':
      return `${name}的格式不正确`
    default:
      return `${name}不正确`
  }
}

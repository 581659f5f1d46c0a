/** The failures of calls as the description of the API lists them: every code with its status, its cause, and which calls may answer it. */

import type { CallRule } from '../../../contract/call-rules'
import type { Endpoint } from '../../../contract/core'
import { type ErrorCode, errorStatus } from '../../../contract/errors'
import type { Json } from './schemas'

/** The meaning of each code, and what a program does then. */
export const errorTexts: Readonly<Record<ErrorCode, string>> = {
  'bad-json': '请求内容不是 JSON',
  'bad-multipart': '上传的表单不完整',
  unauthenticated: '没有凭证，或密钥不正确',
  'key-revoked': '密钥已作废，或主账号已停用',
  'key-expired': '密钥已到期',
  forbidden: '不允许的操作',
  'key-lacks-right': '密钥没有这项权限，或没有勾选会花钱的操作',
  'key-address': '密钥不允许从这个 IP 使用',
  'not-for-keys': '这个接口只供登录的人使用',
  'key-ceiling': '超过密钥当天（北京时间）的上限；没有扣点、没有下单',
  'not-found': '编号不存在，或不属于这个账号、这些店铺',
  conflict: '数据已被改动，请重新读取',
  'stale-revision': '版本号已过时，请重新读取后再保存',
  'idempotency-mismatch': '同一个 Idempotency-Key 用于了不同的请求',
  'in-progress': '同样的操作正在进行，请稍后重试',
  'price-changed': '价格已变化，没有扣点',
  'too-large': '请求内容太大',
  invalid: '字段不符合规则；issues 逐个说明',
  'login-failed': '用户名或密码错误',
  'subuser.has-no-permission': '没有权限',
  'unsupported-file': '不支持的文件',
  'blocked-url': '不允许的地址',
  'quota-exceeded': '账号的存储空间已满',
  'too-many-requests': '调用太频繁；Retry-After 是要等的秒数',
  'proof-required': '需要先完成验证',
  internal: '服务器出错；traceId 供客服查找',
  'upstream-failed': '平台、工厂或支付没有响应，或拒绝了；message 写明原因',
  unavailable: '系统繁忙；按 Retry-After 重试',
  maintenance: '维护中：只能读取',
  'operator-needed': '需要服务商处理',
  'storage-full': '服务器的存储空间不足',
}

const always: readonly ErrorCode[] = ['invalid', 'too-many-requests', 'internal', 'unavailable']
const ofKeys: readonly ErrorCode[] = ['unauthenticated', 'key-revoked', 'key-expired', 'key-address', 'not-for-keys']
const ofWrites: readonly ErrorCode[] = [
  'bad-json',
  'too-large',
  'not-found',
  'conflict',
  'upstream-failed',
  'maintenance',
  'storage-full',
]

/** Returns the codes that a call may answer, so that every answer of it is described. */
export function codesOf(method: string, endpoint: Endpoint, rule: CallRule): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(always)
  const add = (more: readonly ErrorCode[]): void => {
    for (const code of more) codes.add(code)
  }
  if (endpoint.access !== 'public') add([...ofKeys, 'subuser.has-no-permission'])
  else add(['unauthenticated', 'forbidden', 'proof-required', 'login-failed', 'conflict', 'stale-revision'])
  if (!('closed' in rule)) add(['key-lacks-right'])
  if ('money' in rule && rule.money) add(['key-ceiling', 'price-changed', 'in-progress'])
  if (endpoint.params || endpoint.query) add(['not-found'])
  if (method !== 'GET')
    add([...ofWrites, 'stale-revision', 'in-progress', 'quota-exceeded', 'unsupported-file', 'blocked-url', 'operator-needed'])
  if (endpoint.idempotent) add(['idempotency-mismatch'])
  return [...codes]
}

/** The responses of a call by status, each naming its codes. */
export function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of codes) byStatus.set(errorStatus[code], [...(byStatus.get(errorStatus[code]) ?? []), code])
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, own]) => [
        String(status),
        {
          description: own.map((code) => `\`${code}\`：${errorTexts[code]}`).join('；'),
          ...((status === 429 || status === 503) && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
          content: {
            'application/json': {
              schema: {
                allOf: [
                  { $ref: '#/components/schemas/Error' },
                  { type: 'object', properties: { code: { type: 'string', enum: own } } },
                ],
              },
            },
          },
        },
      ]),
  )
}

export const errorSchema: Json = {
  type: 'object',
  description: '所有失败的回答。程序按 code 判断，code 不会改变；message 写给人看。',
  required: ['traceId', 'code', 'message'],
  properties: {
    traceId: { type: 'string', description: '请求的编号，供客服查找' },
    code: { type: 'string' },
    message: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: {
          path: { type: 'string', description: '字段，例如 body.lines.0.quantity' },
          code: { type: 'string' },
          message: { type: 'string' },
        },
      },
    },
  },
}

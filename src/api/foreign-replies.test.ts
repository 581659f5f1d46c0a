/** Every line of the register of answers that are not this server's own, in the plugin, its uploads and the buyers' page. */
import { describe, expect, test } from 'vitest'
import type { HttpReply } from '../../adapters/platform'
import { uploadRefusalText } from '../../adapters/upload/refusal-text'
import type { ApiError } from '../../contract/call-errors'
import { foreignShapes, uploadShapes } from '../../fixtures/replies/foreign'
import { createApi } from './client'

const han = /\p{Script=Han}/u
const markup = /<|\bnginx\b|Forbidden|waf|rate limit/i

function open(reply: HttpReply) {
  const session = { ended: 0 }
  const policy = { token: () => 'token', onSessionEnded: () => void session.ended++, onFailure: () => undefined }
  return { api: createApi(async () => reply, policy), session }
}

describe('a call of the plugin', () => {
  test.each(foreignShapes)(
    '$title: the call rejects with $expected in Chinese, and the session stays',
    async ({ reply, expected }) => {
      const { api, session } = open({ headers: {}, ...reply })
      const error = (await api.users.me().catch((cause: unknown) => cause)) as ApiError
      expect(error.name).toBe(expected)
      expect(error.message).toMatch(han)
      expect(error.message).not.toMatch(markup)
      expect(error.message).not.toBe('登录过期，请重新登录！')
      expect(session.ended).toBe(0)
    },
  )

  test.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
  ])("this server's own %s ends the session", async (status, code) => {
    const { api, session } = open({ status, headers: {}, body: JSON.stringify({ traceId: 't', code, message: 'x' }) })
    await expect(api.users.me()).rejects.toMatchObject({ name: 'SessionExpiredError', message: '登录过期，请重新登录！' })
    expect(session.ended).toBe(1)
  })

  test.each([
    [413, /内容太大.*减小文件.*客服调大上限/],
    [504, /等待超时.*可能已经完成.*再决定是否重试/],
    [403, /防火墙.*不是登录过期/],
    [429, /太频繁/],
    [500, /服务器出错.*稍后重试/],
  ])('a page with status %s says the cause and what to do', async (status, words) => {
    const { api } = open({ status, headers: {}, body: '<html></html>' })
    await expect(api.users.me()).rejects.toThrow(words)
  })
})

describe('a refused upload', () => {
  test.each(uploadShapes)('$title: the seller reads the cause', ({ reply, expected }) => {
    expect(uploadRefusalText(reply.status, reply.body)).toMatch(expected)
  })
})

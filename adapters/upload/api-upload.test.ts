import { describe, expect, test } from 'vitest'
import type { FilesApi } from '../files-api'
import type { LocalFile, Progress } from '../platform'
import { uploadThroughApi } from './api-upload'
import type { FormPost, FormReply } from './form-post'

const picture: LocalFile = { name: '壳.png', blob: new Blob(['12345']) }
const offline = () => Object.assign(new Error('没有网络'), { name: 'OfflineError' })
const failed = (status: number, message: string) => Object.assign(new Error(message), { name: 'ServerError', status })

/** An API that succeeds except for the scripted failures, and records all calls. */
function bench(script: { form?: unknown[]; post?: (FormReply | Error)[]; part?: unknown[]; result?: unknown[] } = {}) {
  const calls: string[] = []
  const posts: FormPost[] = []
  const next = (list: unknown[] | undefined) => {
    const error = list?.shift()
    if (error) throw error
  }
  const files: FilesApi = {
    uploadForm: async ({ body }) => {
      calls.push(`form ${body.fileName} ${body.type}`)
      next(script.form)
      return { uploadUrl: '/api/files/upload', params: { key: 'k', policy: 'p' }, fileId: 7, fileUrl: '/files/x' }
    },
    uploadPart: async ({ body: { fileId, index, base64 } }) => {
      calls.push(`part ${index} ${base64.length}`)
      next(script.part)
      return { fileId, index }
    },
    uploadResult: async ({ body }) => {
      calls.push(body.success ? `ok ${body.fileSize}` : `failed ${body.errorMessage}`)
      if (body.success) next(script.result)
      return { file: body.success ? { id: 7, url: '/files/y', contentType: 'image/png', size: 5, width: 1, height: 1 } : null }
    },
    taobao: () => Promise.reject(new Error('not here')),
  }
  const deps = {
    files: () => files,
    apiBase: 'https://api.example/base/',
    wait: async () => {},
    now: () => 0,
    post: async (post: FormPost) => {
      posts.push(post)
      calls.push('post')
      const reply = script.post?.shift() ?? { status: 204, body: '' }
      if (reply instanceof Error) throw reply
      return reply
    },
  }
  return { calls, posts, deps }
}

describe('an upload over the admin API', () => {
  test('uploadThroughApi requests a form, posts its fields and the file, and reports the result', async () => {
    const { calls, posts, deps } = bench()
    const seen: Progress[] = []
    const stored = await uploadThroughApi(deps, picture, 3, { onProgress: (progress) => seen.push(progress) })
    expect(stored).toEqual({ fileId: 7, url: '/files/y', contentType: 'image/png', size: 5, width: 1, height: 1 })
    expect(calls).toEqual(['form 壳.png 3', 'post', 'ok 5'])
    expect(posts[0]).toMatchObject({ url: 'https://api.example/api/files/upload', fields: { key: 'k', policy: 'p' } })
    expect(seen.map(({ stage }) => stage)).toEqual(['prepare', 'register'])
  })

  test('uploadThroughApi retries each of the three steps after a network failure', async () => {
    const { calls, deps } = bench({
      form: [offline()],
      post: [Object.assign(new Error('断网'), { name: 'PlatformError', code: 'NETWORK' })],
      result: [failed(503, '系统繁忙'), offline()],
    })
    expect((await uploadThroughApi(deps, picture, 3)).fileId).toBe(7)
    expect(calls).toEqual(['form 壳.png 3', 'form 壳.png 3', 'post', 'post', 'ok 5', 'ok 5', 'ok 5'])
  })

  test.each<[string, FormReply, string]>([
    [
      'our own error body',
      { status: 413, body: '{"traceId":"t","code":"too-large","message":"文件超过 3 MB 的上限"}' },
      '上传失败: 413 文件超过 3 MB 的上限',
    ],
    [
      'a storage’s XML',
      { status: 403, body: '<Error>\n  <Code>AccessDenied</Code>\n</Error>' },
      '上传失败: 403 上传许可已过期或被存储拒绝，请重新上传；仍不行请联系客服（AccessDenied）',
    ],
    ['an empty answer', { status: 500, body: '' }, '上传失败: 500 服务器出错，请稍后重试；仍然出现请联系客服'],
  ])('uploadThroughApi rejects with and reports the status, with %s', async (_, reply, text) => {
    const { calls, deps } = bench({ post: [reply] })
    await expect(uploadThroughApi(deps, picture, 3)).rejects.toMatchObject({ code: 'UPLOAD_FAILED', message: text })
    expect(calls).toEqual(['form 壳.png 3', 'post', `failed ${text}`])
  })

  test('uploadThroughApi rejects with the message if there is no status, and with the cause', async () => {
    const { deps } = bench({ form: [offline(), offline()] })
    const upload = uploadThroughApi(deps, picture, 3)
    await expect(upload).rejects.toMatchObject({
      code: 'UPLOAD_FAILED',
      message: '上传失败: 没有网络',
      retryable: true,
      options: { cause: { name: 'OfflineError' } },
    })
  })

  test('uploadThroughApi does not retry what the server refused', async () => {
    const { calls, deps } = bench({ result: [failed(422, '文件不是图片')] })
    await expect(uploadThroughApi(deps, picture, 3)).rejects.toMatchObject({
      message: '上传失败: 422 文件不是图片',
      retryable: false,
    })
    expect(calls).toEqual(['form 壳.png 3', 'post', 'ok 5', 'failed 上传失败: 422 文件不是图片'])
  })

  test('uploadThroughApi with readInBatches sends parts, repeats lost ones and reports progress', async () => {
    const lost = Object.assign(new Error('千牛数据返回超时'), { name: 'PlatformError', code: 'TIMEOUT' })
    const { calls, posts, deps } = bench({ part: [lost] })
    const large: LocalFile = { name: '壳.png', blob: new Blob([new Uint8Array(256 * 1024 + 3)]) }
    const seen: Progress[] = []
    const sent = uploadThroughApi({ ...deps, readInBatches: true }, large, 3, { onProgress: (progress) => seen.push(progress) })
    expect((await sent).fileId).toBe(7)
    expect(posts).toEqual([])
    expect(calls.filter((call) => call.startsWith('part')).sort()).toEqual(['part 0 349528', 'part 0 349528', 'part 1 4'])
    expect(calls.at(-1)).toBe(`ok ${large.blob.size}`)
    expect(seen.filter(({ stage }) => stage === 'send').at(-1)).toMatchObject({ loaded: large.blob.size, total: large.blob.size })
  })

  test('uploadThroughApi starts no part after a refused one and reports the failure', async () => {
    const { calls, deps } = bench({ part: [failed(507, '存储空间已满')] })
    const large: LocalFile = { name: '壳.png', blob: new Blob([new Uint8Array(20 * 256 * 1024)]) }
    await expect(uploadThroughApi({ ...deps, readInBatches: true }, large, 3)).rejects.toMatchObject({ code: 'UPLOAD_FAILED' })
    expect(calls.filter((call) => call.startsWith('part')).length).toBeLessThanOrEqual(3)
    expect(calls.at(-1)).toContain('failed 上传失败: 507 存储空间已满')
  })

  test('uploadThroughApi refuses an unknown file kind', async () => {
    const { calls, deps } = bench()
    await expect(uploadThroughApi(deps, picture, 99)).rejects.toMatchObject({ code: 'PROTOCOL' })
    expect(calls).toEqual([])
  })
})

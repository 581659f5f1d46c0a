import { expect, test } from 'vitest'
import { BridgeError } from '../../bridge/core/errors'
import { fromBridge } from './bridge-errors'

test.each([
  [{ name: '图.png', size: 3 * 1024 * 1024 + 1, limit: 3 * 1024 * 1024 }, '「图.png」有 3.1 MB，超过 3 MB 的上限，请压缩后再试'],
  [{ size: 2048, limit: 1024 }, '这个文件有 2 KB，超过 1 KB 的上限，请压缩后再试'],
  [{}, '文件太大，请压缩后再试'],
])('the error of a file that is too large names its size and the limit: %j', (detail, text) => {
  const error = fromBridge(new BridgeError('TOO_LARGE', { detail }))
  expect([error.code, error.message]).toEqual(['TOO_LARGE', text])
})

test('a TOO_LARGE text of the shell’s own is kept', () => {
  const detail = { size: 2048, limit: 1024 }
  expect(fromBridge(new BridgeError('TOO_LARGE', { detail, userMessage: '请求太大' })).message).toBe('请求太大')
})

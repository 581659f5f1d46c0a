import { describe, expect, test } from 'vitest'
import { recordingName, recordingRefusal } from './permission'

describe('recording', () => {
  test('recording is allowed with a real client only', () => {
    expect(recordingRefusal({ environment: 'qianniu', automated: false })).toBeNull()
    expect(recordingRefusal({ environment: 'browser', automated: false })).toMatch(/当前可能不是千牛环境/)
    expect(recordingRefusal({ environment: 'mock', automated: false })).toMatch(/模拟数据不能录制/)
  })

  test('recording is refused if a program drives the page, as in CI, on every platform', () => {
    for (const environment of ['qianniu', 'browser', 'mock'] as const) {
      expect(recordingRefusal({ environment, automated: true })).toMatch(/CI/)
    }
  })

  test('recording needs a name that is a valid file name', () => {
    expect(recordingName(null)).toBeNull()
    expect(recordingName('')).toBeNull()
    expect(recordingName('../secret')).toBeNull()
    expect(recordingName('1')).toBe('1')
    expect(recordingName('upload-and-delete')).toBe('upload-and-delete')
  })
})

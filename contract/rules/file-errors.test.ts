/** A register of the errors that browsers end the writing of a file with. */
import { describe, expect, test } from 'vitest'
import { fileErrorText, isBlockedFile } from './file-errors'

const dom = (name: string, message: string) => Object.assign(new Error(message), { name })

/** Names and messages as Chromium writes them; expected: what the words must name. */
const errors: readonly (readonly [name: string, message: string, says: RegExp])[] = [
  ['AbortError', 'Blocked by Safe Browsing.', /安全检查拦截.*没有保存.*下载位置/],
  ['SecurityError', 'Blocked by Safe Browsing.', /安全检查拦截/],
  ['AbortError', 'Write operation blocked by Chrome Safe Browsing', /安全检查拦截/],
  ['AbortError', 'The user aborted a request.', /浏览器中断了写入.*重试/],
  ['AbortError', '', /浏览器中断了写入/],
  [
    'InvalidStateError',
    'An operation that depends on state cached in an interface object was made but the state had changed since it was read from disk.',
    /被其他程序改动或移走/,
  ],
  ['InvalidStateError', 'The file handle is closed.', /重试/],
  ['NotReadableError', 'The requested file could not be read, typically due to permission problems.', /占用.*断开/],
  ['NotReadableError', 'The I/O read operation failed.', /占用.*断开/],
  ['UnknownError', 'The operation failed for an unknown transient reason (e.g. out of memory).', /没有说明原因.*检查磁盘/],
  ['UnknownError', '', /检查磁盘/],
  ['QuotaExceededError', 'No space available for this operation', /空间不足.*清理/],
  ['QuotaExceededError', 'The operation failed because it would cause the application to exceed its storage quota.', /空间不足/],
  [
    'NoModificationAllowedError',
    'Access Handles cannot be created if there is another open Access Handle',
    /正被另一个窗口或程序使用/,
  ],
  ['NoModificationAllowedError', 'An attempt was made to write to a file or directory which could not be modified', /关闭后重试/],
  ['NotAllowedError', 'The request is not allowed by the user agent or the platform in the current context.', /权限.*允许/],
  ['SecurityError', 'It was determined that certain files are unsafe for access', /不允许写入.*另一个文件夹/],
  [
    'NotFoundError',
    'A requested file or directory could not be found at the time an operation was processed.',
    /已不在.*移动硬盘/,
  ],
  ['TypeMismatchError', 'The path supplied exists, but was not an entry of requested type.', /同名的文件夹/],
  ['InvalidModificationError', 'The object can not be modified in this way.', /只读/],
  ['PathExistsError', '', /同名的文件/],
  ['NotSupportedError', 'The operation is not supported.', /改为浏览器的下载位置/],
  ['InvalidAccessError', '', /换一个文件夹/],
  ['NetworkError', 'A network error occurred.', /断开/],
  ['TimeoutError', 'The operation timed out.', /检查磁盘/],
  ['OperationError', '', /检查磁盘/],
  ['EncodingError', 'A URI supplied to the API was malformed', /文件名/],
  ['RangeError', 'Array buffer allocation failed', /内存不足/],
  ['DataCloneError', 'could not be cloned', /进度.*刷新/],
  ['DataError', '', /进度.*刷新/],
  ['ConstraintError', '', /进度.*刷新/],
  ['TransactionInactiveError', '', /进度.*刷新/],
  ['VersionError', '', /进度.*刷新/],
  ['ReadOnlyError', '', /进度.*刷新/],
  ['TypeError', 'Name is not allowed.', /请重试/],
  ['SomethingNewError', 'A message of a later browser.', /请重试/],
  ['', '', /请重试/],
]

describe('an error of writing a file', () => {
  test.each(errors)('%s “%s” says the cause and what to do in Chinese alone', (name, message, says) => {
    const text = fileErrorText(dom(name, message))
    expect(text).toMatch(says)
    expect(text).not.toMatch(/[A-Za-z]/)
    expect(text).not.toContain('取消')
  })

  test.each([null, undefined, 'lost', 7, {}, { name: 5, message: null }])('%j, which is no error, has words too', (thrown) => {
    expect(fileErrorText(thrown)).toMatch(/请重试/)
  })

  test('a message that is Chinese already stays', () => {
    expect(fileErrorText(new Error('压缩包太大'))).toBe('压缩包太大')
  })

  test('a file that Safe Browsing blocks is told from a dialog that was closed', () => {
    expect(isBlockedFile(dom('AbortError', 'Blocked by Safe Browsing.'))).toBe(true)
    expect(isBlockedFile(dom('AbortError', 'The user aborted a request.'))).toBe(false)
  })
})

import { expect, test } from 'vitest'
import { failureMessage } from './failure-texts'
import { tracedMessage } from './support-facts'

/** Messages of platforms about failed uploads, each with the text that the seller reads. */
test.each([
  ['上传失败: 422 图片文件不完整，请重新导出后上传', '上传失败: 图片文件不完整，请重新导出后上传'],
  ['上传失败: 413 文件超过 3 MB 的上限', '上传失败: 文件超过 3 MB 的上限'],
  ['上传失败: 500 服务器出错，请稍后重试', '上传失败: 500 服务器出错，请稍后重试'],
  ['上传失败: 507 存储空间已满', '上传失败: 507 存储空间已满'],
  ['上传失败: 没有网络', '上传失败: 没有网络'],
  ['上传失败: 404', '上传失败: 404'],
  ['图层「422 号」的图片已经丢失', '图层「422 号」的图片已经丢失'],
])('of %j the seller reads %j', (message, expected) => {
  expect([failureMessage(new Error(message)), tracedMessage(new Error(message))]).toEqual([expected, expected])
})

test('a thrown value without a message gets the text of the place where it was thrown', () => {
  expect([failureMessage(new Error('')), failureMessage('x', '上传失败，请重试')]).toEqual(['未知錯誤', '上传失败，请重试'])
})

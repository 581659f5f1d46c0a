/** Chinese names of a cassette's parts for the page. */
import type { CassetteEntry, CassetteOutcome } from '../../../adapters/cassette/cassette'
import type { Json } from '../../../adapters/cassette/json'
import { isFields } from '../../../contract/ground/fields'
import type { EntryRun } from './replay-model'

const methodNames: Readonly<Record<string, string>> = {
  'top.invoke': '淘宝接口',
  'cloud.upload': '上传到图片空间',
  'cloud.delete': '删除云文件',
  'cloud.storeConfig': '获取上传配置',
  'cloud.file.save': '登记云文件',
  'disk.save': '保存到电脑',
  'link.open': '打开网页',
  'chat.open': '打开聊天',
  'storage.get': '读取存储',
  'storage.set': '写入存储',
  'storage.remove': '删除存储',
  http: '后台接口',
}

export const methodName = (method: string): string => methodNames[method] ?? method

/** Returns the text that distinguishes entries of the same method. */
export function entrySubject({ method, request }: CassetteEntry): string {
  if (!isFields(request)) return method
  const named = request.api ?? request.path ?? request.fileName ?? request.url ?? request.key
  return typeof named === 'string' ? named : method
}

export function outcomeText(outcome: CassetteOutcome): string {
  if ('lost' in outcome) return '不回答'
  return 'error' in outcome ? `错误 ${outcome.error.code}` : '成功'
}

/** Formats a duration: 360 毫秒, 1.5 秒, 10 分钟. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${ms} 毫秒`
  return ms < 120_000 ? `${Number((ms / 1000).toFixed(1))} 秒` : `${Number((ms / 60_000).toFixed(1))} 分钟`
}

export function repeatText({ repeat, attempt }: CassetteEntry): string {
  const times = repeat === undefined ? '' : repeat === 'any' ? '不限次数' : `共 ${repeat} 次`
  return [times, attempt === undefined ? '' : `第 ${attempt} 次尝试`].filter(Boolean).join(' · ')
}

export function runText({ state, count }: EntryRun): string {
  const names = { waiting: '未播放', held: '等待放行', playing: '播放中', answered: '已播放', failed: '已播放：失败' }
  return count > 1 ? `${names[state]} ×${count}` : names[state]
}

export const jsonText = (value: Json | undefined): string => (value === undefined ? '没有' : JSON.stringify(value))

/** Tries the three ways of saving a file to the seller's disk. Only a person can tell whether the file is really there. */
import type { SavingWay } from '../../../../adapters/diagnosis/limits'
import { redactText } from '../../../../adapters/diagnosis/redact'
import type { Platform } from '../../../../adapters/platform'
import { isAbort } from '../../../../contract/ground/thrown'
import type { Measurement } from '../steps'

export const wayNames: Readonly<Record<SavingWay, string>> = {
  client: '千牛的保存对话框',
  picker: '浏览器的保存对话框',
  download: '浏览器直接下载',
}

/** `unconfirmed`: tried, and waiting for the person's answer. */
export type WayState = 'untried' | 'trying' | 'unconfirmed' | 'works' | 'fails' | 'absent'
export interface WayRow {
  readonly state: WayState
  /** The message of the attempt. */
  readonly message: string
}

export const untried: WayRow = { state: 'untried', message: '' }
/** Name and text of the test file, so that a person can recognise and delete it. */
const fileName = '壳匠自检-可以删除.txt'
const content = () => new Blob(['壳匠自检：看到这个文件就说明保存成功，可以删除。\n'], { type: 'text/plain' })

interface WritableFile {
  write(data: Blob): Promise<void>
  close(): Promise<void>
}
type Picker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<WritableFile> }>
const isPicker = (value: unknown): value is Picker => typeof value === 'function'
const availablePicker = (): Picker | null => {
  const picker: unknown = Reflect.get(window, 'showSaveFilePicker')
  return isPicker(picker) ? picker.bind(window) : null
}

async function viaClient({ diagnosis }: Platform): Promise<WayRow> {
  if (!diagnosis) return { state: 'absent', message: '这里不是千牛客户端' }
  const { methods } = await diagnosis.about()
  if (!methods.includes('disk.save')) return { state: 'absent', message: '客户端没有这个能力' }
  const { saved } = await diagnosis.saveThroughClient({ name: fileName, blob: content() })
  return saved ? { state: 'unconfirmed', message: '千牛说保存好了' } : { state: 'untried', message: '对话框关掉了，请再试一次' }
}

async function viaPicker(): Promise<WayRow> {
  const picker = availablePicker()
  if (!picker) return { state: 'absent', message: '页面没有 showSaveFilePicker' }
  try {
    const handle = await picker({ suggestedName: fileName })
    const file = await handle.createWritable()
    await file.write(content())
    await file.close()
    return { state: 'unconfirmed', message: '页面已经写完' }
  } catch (error) {
    if (isAbort(error)) return { state: 'untried', message: '对话框关掉了，请再试一次' }
    throw error
  }
}

function viaDownload(): WayRow {
  const address = URL.createObjectURL(content())
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser may still read the address some time after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return { state: 'unconfirmed', message: '已经开始下载' }
}

/** Tries one way. Must be called inside a click, since dialogs open only then. Never rejects. */
export async function tryWay(way: SavingWay, platform: Platform): Promise<WayRow> {
  try {
    if (way === 'client') return await viaClient(platform)
    return way === 'picker' ? await viaPicker() : viaDownload()
  } catch (error) {
    return { state: 'fails', message: redactText(error instanceof Error ? `${error.name} ${error.message}` : String(error)) }
  }
}

const stateTexts: Readonly<Record<WayState, string>> = {
  untried: '没试',
  trying: '没试',
  unconfirmed: '没回答',
  works: '可以',
  fails: '不行',
  absent: '没有',
}

/** Combines the results of the three ways into the question's answer; open until each way is known. */
export function savingResult(ways: Readonly<Record<SavingWay, WayRow>>): Measurement {
  const rows = Object.entries(ways) as [SavingWay, WayRow][]
  const open = rows.some(([, { state }]) => state === 'untried' || state === 'trying' || state === 'unconfirmed')
  const first = rows.find(([, { state }]) => state === 'works')
  const factOf = (state: WayState) => (state === 'trying' || state === 'unconfirmed' ? 'untried' : state)
  return {
    state: open ? 'open' : first ? 'passed' : 'failed',
    figure: rows.map(([way, { state }]) => `${wayNames[way]}：${stateTexts[state]}`).join('，'),
    meaning: open
      ? '请逐个点“试一试”，再回答文件是不是真的保存下来了'
      : first
        ? `插件会用${wayNames[first[0]]}保存文件`
        : '没有办法把文件保存到电脑，请把报告发给客服',
    facts: {
      ...Object.fromEntries(rows.map(([way, { state }]) => [way, factOf(state)])),
      said: rows.filter(([, { message }]) => message !== '').map(([way, { message }]) => `${way}: ${message}`),
    },
  }
}

/** The form fields of the simulator's panel, one for each setting. */
import { element } from './dom'
import { eventShapes } from './escaping'
import {
  clientApis,
  dialogAnswers,
  networks,
  readSetting,
  rightFaults,
  type Settings,
  sessionFaults,
  shells,
  sizes,
} from './settings'

export interface Field {
  readonly name: keyof Settings
  readonly label: string
  /** Values with their labels; absent for a number or a text. */
  readonly choices?: Readonly<Record<string, string>>
  readonly kind?: 'number' | 'text' | 'flag'
}

const choicesOf = <T extends string | number>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  Object.fromEntries(values.map((value) => [String(value), names[value]]))

export const windowFields: readonly Field[] = [
  { name: 'plugin', label: '插件地址', kind: 'text' },
  {
    name: 'size',
    label: '窗口大小',
    choices: choicesOf(sizes, { fill: '铺满', '1180x760': '1180 × 760', '760x600': '760 × 600' }),
  },
  { name: 'network', label: '插件页面的网络', choices: choicesOf(networks, { own: '自己能联网', host: '只能经千牛转发' }) },
  { name: 'userAgent', label: '浏览器标识 UA', kind: 'text' },
  { name: 'shell', label: '插件外壳', choices: choicesOf(shells, { kejiang: '壳匠自己的', 'tb-app': '旧版通用外壳' }) },
  { name: 'api', label: '千牛的能力', choices: choicesOf(clientApis, { all: '全部', documented: '只有公开文档写明的' }) },
  {
    name: 'shape',
    label: '消息事件的写法',
    choices: choicesOf(eventShapes, { value: 'detail.value', detail: 'detail', data: 'detail.data', text: '字符串' }),
  },
]

export const linkFields: readonly Field[] = [
  { name: 'latency', label: '延迟（毫秒）', kind: 'number' },
  { name: 'jitter', label: '抖动（毫秒）', kind: 'number' },
  { name: 'loss', label: '丢失（%）', kind: 'number' },
  { name: 'duplicate', label: '重复（%）', kind: 'number' },
  { name: 'reorder', label: '乱序（%）', kind: 'number' },
  { name: 'frameLimit', label: '一条消息上限（字节，0 不限）', kind: 'number' },
  { name: 'welcomeDelay', label: '握手推迟（毫秒）', kind: 'number' },
  { name: 'silent', label: '收到调用但不回答', kind: 'flag' },
  { name: 'wrongKind', label: '回答的类型全错', kind: 'flag' },
]

export const shopFields: readonly Field[] = [
  {
    name: 'session',
    label: '授权',
    choices: choicesOf(sessionFaults, { good: '正常', once: '过期一次', 'for-ever': '一直过期' }),
  },
  { name: 'sessionCode', label: '过期时的错误码', choices: { 26: '26', 27: '27', 53: '53' } },
  {
    name: 'right',
    label: '接口权限',
    choices: choicesOf(rightFaults, {
      good: '正常',
      package: '11 缺少权限包',
      'sub-account': '子帐号无权限',
      business: '业务错误',
    }),
  },
  {
    name: 'uploadStep',
    label: '上传失败在',
    choices: { 0: '不失败', 1: '第 1 步 取配置', 2: '第 2 步 传文件', 3: '第 3 步 登记' },
  },
  {
    name: 'dialog',
    label: '保存对话框',
    choices: choicesOf(dialogAnswers, { save: '保存', cancel: '用户取消', disk: '磁盘拒绝写入' }),
  },
  { name: 'fileLimit', label: '单个文件上限（字节）', kind: 'number' },
]

/** Returns a label and its input. An invalid value is marked and not applied. */
function control(field: Field, change: (name: keyof Settings, value: unknown) => void): HTMLElement[] {
  const id = `field-${field.name}`
  const input = field.choices
    ? element('select', { id }, ...Object.entries(field.choices).map(([value, text]) => element('option', { value }, text)))
    : element('input', { id, type: field.kind === 'flag' ? 'checkbox' : field.kind === 'number' ? 'number' : 'text' })
  input.addEventListener('change', () => {
    const checkbox = input instanceof HTMLInputElement && input.type === 'checkbox'
    const value = readSetting(field.name, checkbox ? String(input.checked) : input.value)
    input.setAttribute('aria-invalid', String(value === undefined))
    if (value !== undefined) change(field.name, value)
  })
  return [element('label', { for: id }, field.label), input]
}

export const fieldset = (list: readonly Field[], change: (name: keyof Settings, value: unknown) => void): HTMLElement =>
  element('div', { class: 'fields' }, ...list.flatMap((field) => control(field, change)))

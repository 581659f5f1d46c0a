/** The simulator's page as DOM: a client's window, a panel of faults, counters and a log. No state of its own. */

import { eventShapes } from './escaping'
import type { FrameNote, NextFault } from './faulty-channel'
import { dialogAnswers, networks, readSetting, rightFaults, type Settings, sessionFaults, sizes } from './settings'

type Props = Readonly<Record<string, string>>

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

interface Field {
  readonly name: keyof Settings
  readonly label: string
  /** Values with their texts; absent: a number or a text. */
  readonly choices?: Readonly<Record<string, string>>
  readonly kind?: 'number' | 'text' | 'flag'
}

const texts = <T extends string | number>(values: readonly T[], names: Readonly<Record<T, string>>) =>
  Object.fromEntries(values.map((value) => [String(value), names[value]]))

const windowFields: readonly Field[] = [
  { name: 'plugin', label: '插件地址', kind: 'text' },
  { name: 'size', label: '窗口大小', choices: texts(sizes, { '1180x760': '1180 × 760', '760x600': '760 × 600', fill: '铺满' }) },
  { name: 'network', label: '插件页面的网络', choices: texts(networks, { own: '自己能联网', host: '只能经千牛转发' }) },
  { name: 'userAgent', label: '浏览器标识 UA', kind: 'text' },
  {
    name: 'shape',
    label: '消息事件的写法',
    choices: texts(eventShapes, { value: 'detail.value', detail: 'detail', data: 'detail.data', text: '字符串' }),
  },
]

const linkFields: readonly Field[] = [
  { name: 'latency', label: '延迟（毫秒）', kind: 'number' },
  { name: 'jitter', label: '抖动（毫秒）', kind: 'number' },
  { name: 'loss', label: '丢失（%）', kind: 'number' },
  { name: 'duplicate', label: '重复（%）', kind: 'number' },
  { name: 'reorder', label: '乱序（%）', kind: 'number' },
  { name: 'welcomeDelay', label: '握手推迟（毫秒）', kind: 'number' },
  { name: 'silent', label: '收到调用但不回答', kind: 'flag' },
  { name: 'wrongKind', label: '回答的类型全错', kind: 'flag' },
]

const shopFields: readonly Field[] = [
  { name: 'session', label: '授权', choices: texts(sessionFaults, { good: '正常', once: '过期一次', 'for-ever': '一直过期' }) },
  { name: 'sessionCode', label: '过期时的错误码', choices: { 26: '26', 27: '27', 53: '53' } },
  {
    name: 'right',
    label: '接口权限',
    choices: texts(rightFaults, { good: '正常', package: '11 缺少权限包', 'sub-account': '子帐号无权限', business: '业务错误' }),
  },
  {
    name: 'uploadStep',
    label: '上传失败在',
    choices: { 0: '不失败', 1: '第 1 步 取配置', 2: '第 2 步 传文件', 3: '第 3 步 登记' },
  },
  {
    name: 'dialog',
    label: '保存对话框',
    choices: texts(dialogAnswers, { save: '保存', cancel: '用户取消', disk: '磁盘拒绝写入' }),
  },
  { name: 'fileLimit', label: '单个文件上限（字节）', kind: 'number' },
]

export interface ViewActions {
  change(name: keyof Settings, value: unknown): void
  arm(fault: NextFault): void
  reloadHost(): void
  reloadPage(): void
}

export interface Counters {
  readonly pending: number
  readonly files: number
  readonly orphans: number
  readonly lost: number
}

export interface View {
  readonly frame: HTMLIFrameElement
  show(settings: Settings): void
  count(counters: Counters): void
  state(state: 'waiting' | 'ready'): void
  note(entry: FrameNote): void
  event(text: string): void
}

const maxLogLines = 300

function control(field: Field, change: ViewActions['change']): HTMLElement[] {
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

const section = (title: string, ...children: readonly Node[]) => element('section', {}, element('h2', {}, title), ...children)

function button(text: string, action: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button' }, text)
  node.addEventListener('click', action)
  return node
}

const describe = ({ way, frame, fate }: FrameNote): string => {
  const {
    k = '?',
    m = '',
    id = '',
    stage = '',
  } = typeof frame === 'object' && frame !== null ? (frame as Record<string, unknown>) : {}
  const fates = { delivered: '', lost: '丢失', doubled: '重复', swapped: '乱序', cut: '截断', 'wrong-kind': '类型错误' }
  return [way === 'in' ? '→' : '←', k, m, stage, String(id).split(':').pop(), fates[fate]].filter(Boolean).join(' ')
}

export function createView(root: HTMLElement, actions: ViewActions): View {
  const frame = element('iframe', { title: '壳匠插件', allow: 'clipboard-read; clipboard-write' })
  const state = element('span', { class: 'state', 'data-state': 'waiting', role: 'status' }, '等待插件')
  const panel = element('aside', { class: 'panel', id: 'panel', 'aria-label': '故障面板' })
  const toggle = button('故障面板', () => {
    panel.hidden = !panel.hidden
    toggle.setAttribute('aria-expanded', String(!panel.hidden))
  })
  toggle.setAttribute('aria-controls', 'panel')
  toggle.setAttribute('aria-expanded', 'true')
  const bar = element(
    'header',
    { class: 'bar' },
    element('span', { class: 'mark' }),
    element('h1', {}, '千牛客户端模拟器'),
    state,
    toggle,
  )
  const client = element('main', { class: 'client' }, bar, frame)

  const counted = { pending: '进行中', files: '空间图片', orphans: '孤儿图片', lost: '丢失帧' }
  const numbers = Object.fromEntries(Object.keys(counted).map((name) => [name, element('dd', { id: `count-${name}` }, '0')]))
  const counters = element(
    'dl',
    { class: 'counters' },
    ...Object.entries(counted).map(([name, text]) => element('div', {}, element('dt', {}, text), numbers[name] ?? '')),
  )
  const log = element('ol', { class: 'log', 'aria-label': '消息记录', tabindex: '0' })
  const fieldsOf = (list: readonly Field[]) =>
    element('div', { class: 'fields' }, ...list.flatMap((field) => control(field, actions.change)))
  panel.append(
    section('现在', counters),
    section('窗口', fieldsOf(windowFields)),
    section(
      '消息通道',
      fieldsOf(linkFields),
      element(
        'div',
        { class: 'buttons' },
        button('丢掉下一个回答', () => actions.arm('drop')),
        button('下一个回答类型错误', () => actions.arm('wrong-kind')),
        button('截断下一个回答', () => actions.arm('cut')),
      ),
    ),
    section('平台', fieldsOf(shopFields)),
    section(
      '重启',
      element(
        'div',
        { class: 'buttons' },
        button('重启千牛外壳', actions.reloadHost),
        button('重新加载插件', actions.reloadPage),
      ),
    ),
    log,
  )
  root.append(element('div', { class: 'desk' }, client), panel)

  const addLine = (text: string, className: string) => {
    const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8
    log.append(element('li', { class: className }, text))
    if (log.childElementCount > maxLogLines) log.firstElementChild?.remove()
    if (atEnd) log.scrollTop = log.scrollHeight
  }

  return {
    frame,
    show(settings) {
      const fill = settings.size === 'fill'
      client.classList.toggle('fill', fill)
      const [width, height] = settings.size.split('x')
      client.style.width = fill ? '' : `${width}px`
      client.style.height = fill ? '' : `${Number(height) + 36}px`
      for (const { name, kind } of [...windowFields, ...linkFields, ...shopFields]) {
        const input = panel.querySelector<HTMLInputElement | HTMLSelectElement>(`#field-${name}`)
        if (!input) continue
        if (kind === 'flag' && input instanceof HTMLInputElement) input.checked = settings[name] === true
        else input.value = String(settings[name])
      }
    },
    count(next) {
      for (const [name, value] of Object.entries(next)) {
        const node = numbers[name]
        if (node) node.textContent = String(value)
      }
    },
    state(next) {
      state.dataset.state = next
      state.textContent = next === 'ready' ? '已连接' : '等待插件'
    },
    note: (entry) => addLine(describe(entry), entry.fate),
    event: (text) => addLine(`· ${text}`, 'event'),
  }
}

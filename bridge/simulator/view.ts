/** Builds the simulator's page: the client's window, a panel of settings, counters and a log. page.ts holds the state. */

import { button, element, section } from './dom'
import type { FrameRecord, NextFault } from './faulty-channel'
import { fieldset, linkFields, shopFields, windowFields } from './fields'
import { frameLine } from './log-lines'
import type { Settings } from './settings'

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
  showSettings(settings: Settings): void
  showCounters(counters: Counters): void
  showState(state: 'waiting' | 'ready'): void
  logFrame(entry: FrameRecord): void
  logEvent(text: string): void
}

const maxLogLines = 300

/** Below this window width the panel starts folded, so that the plugin gets the whole width, px. */
const minWidthForPanel = 1500

export function createView(root: HTMLElement, actions: ViewActions): View {
  const frame = element('iframe', { title: '壳匠插件', allow: 'clipboard-read; clipboard-write' })
  const state = element('span', { class: 'state', 'data-state': 'waiting', role: 'status' }, '等待插件')
  const panel = element('aside', { class: 'panel', id: 'panel', 'aria-label': '故障面板' })
  const fold = (folded: boolean) => {
    panel.hidden = folded
    toggle.setAttribute('aria-expanded', String(!folded))
  }
  const toggle = button('故障面板', () => fold(!panel.hidden))
  toggle.setAttribute('aria-controls', 'panel')
  fold(window.innerWidth < minWidthForPanel)
  panel.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    fold(true)
    toggle.focus()
  })
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' })
  const replay = element('a', { class: 'replay', href: '/simulator/qa' }, '录制回放')
  const phone = element('a', { class: 'replay', href: '/simulator/phone' }, '买家手机')
  const bar = element('header', { class: 'bar' }, mark, element('h1', {}, '千牛客户端模拟器'), state, phone, replay, toggle)
  const client = element('div', { class: 'client' }, frame)

  const counterLabels = { pending: '进行中', files: '空间图片', orphans: '孤儿图片', lost: '丢失帧' }
  const numbers = Object.fromEntries(
    Object.keys(counterLabels).map((name) => [name, element('dd', { id: `count-${name}` }, '0')]),
  )
  const counters = element(
    'dl',
    { class: 'counters' },
    ...Object.entries(counterLabels).map(([name, text]) => element('div', {}, element('dt', {}, text), numbers[name] ?? '')),
  )
  const log = element('ol', { class: 'log', 'aria-label': '消息记录', tabindex: '0' })
  const buttons = (...list: readonly HTMLButtonElement[]) => element('div', { class: 'buttons' }, ...list)
  const faultButtons = buttons(
    button('丢掉下一个回答', () => actions.arm('drop')),
    button('下一个回答类型错误', () => actions.arm('wrong-kind')),
    button('截断下一个回答', () => actions.arm('cut')),
  )
  panel.append(
    section('现在', counters),
    element(
      'div',
      { class: 'settings', role: 'region', 'aria-label': '设置', tabindex: '0' },
      section('窗口', fieldset(windowFields, actions.change)),
      section('消息通道', fieldset(linkFields, actions.change), faultButtons),
      section('平台', fieldset(shopFields, actions.change)),
      section('重启', buttons(button('重启千牛外壳', actions.reloadHost), button('重新加载插件', actions.reloadPage))),
    ),
    element(
      'div',
      { class: 'log-head' },
      element('h2', {}, '消息记录'),
      button('清空记录', () => log.replaceChildren()),
    ),
    log,
  )
  root.append(bar, element('div', { class: 'below' }, element('main', { class: 'stage' }, client), panel))

  const addLine = (text: string, className: string) => {
    const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8
    log.append(element('li', { class: className }, text))
    if (log.childElementCount > maxLogLines) log.firstElementChild?.remove()
    if (atEnd) log.scrollTop = log.scrollHeight
  }

  return {
    frame,
    showSettings(settings) {
      const fill = settings.size === 'fill'
      client.classList.toggle('fill', fill)
      const [width, height] = settings.size.split('x')
      client.style.width = fill ? '' : `${width}px`
      client.style.height = fill ? '' : `${height}px`
      for (const { name, kind } of [...windowFields, ...linkFields, ...shopFields]) {
        const input = panel.querySelector<HTMLInputElement | HTMLSelectElement>(`#field-${name}`)
        if (!input) continue
        if (kind === 'flag' && input instanceof HTMLInputElement) input.checked = settings[name] === true
        else input.value = String(settings[name])
      }
    },
    showCounters(next) {
      for (const [name, value] of Object.entries(next)) {
        const node = numbers[name]
        if (node) node.textContent = String(value)
      }
    },
    showState(next) {
      state.dataset.state = next
      state.textContent = next === 'ready' ? '已连接' : '等待插件'
    },
    logFrame: (entry) => addLine(frameLine(entry), entry.outcome),
    logEvent: (text) => addLine(`· ${text}`, 'event'),
  }
}

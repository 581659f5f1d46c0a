/** Writes the operator's page. Every value is escaped: reasons of failures quote what sellers and outside systems sent. */
import { createHash } from 'node:crypto'
import { bytesText } from '../../contract/rules/sizes'
import { offsetWarning } from '../infra/db/clock'
import type { OperatorState } from '../infra/operator-state'
import { escapeHtml } from '../kernel/html'
import type { DeadLetter, QueueState } from '../kernel/jobs'

const style = `
body{font:14px/1.6 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;margin:0 auto;max-width:1080px;padding:24px;color:#1d2129;background:#f2f3f5}
h1{font-size:20px;margin:0}h2{font-size:16px;margin:0 0 8px}header{display:flex;justify-content:space-between;align-items:baseline;margin-bottom:16px}
section{background:#fff;border-radius:8px;padding:16px 20px;margin-bottom:16px;overflow-x:auto}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:4px 12px 4px 0;border-bottom:1px solid #e5e6eb;vertical-align:top}
th{font-weight:600;color:#4e5969;white-space:nowrap}th[scope=row]{width:14em}tr:last-child>*{border-bottom:0}
.good{color:#00852b}.bad{color:#cb272d;font-weight:600}.note{border-left:4px solid #ff7d00}.said{border-left:4px solid #165dff}
form{display:inline}input{font:inherit;padding:4px 8px;width:24em;max-width:60%;border:1px solid #86909c;border-radius:4px}
button{font:inherit;padding:4px 12px;border:1px solid #165dff;border-radius:4px;background:#165dff;color:#fff;cursor:pointer}
a{color:#165dff}:focus-visible{outline:2px solid #165dff;outline-offset:2px}`

/** For the page's content security policy, which allows this style alone. */
export const pageStyleHash = createHash('sha256').update(style).digest('base64')

const text = (value: unknown): string => escapeHtml(String(value))

/** HTML that is already written. */
type Html = string
type Cell = string | number | { readonly html: Html }

const cell = (value: Cell): Html => (typeof value === 'object' ? value.html : text(value))
const good = (value: string): Cell => ({ html: `<span class="good">${text(value)}</span>` })
const bad = (value: string | number): Cell => ({ html: `<span class="bad">${text(value)}</span>` })

const list = (rows: readonly (readonly [string, Cell])[]): Html =>
  `<table>${rows.map(([name, value]) => `<tr><th scope="row">${text(name)}</th><td>${cell(value)}</td></tr>`).join('')}</table>`

const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): Html =>
  `<table><tr>${heads.map((head) => `<th scope="col">${text(head)}</th>`).join('')}</tr>${rows
    .map((row) => `<tr>${row.map((value) => `<td>${cell(value)}</td>`).join('')}</tr>`)
    .join('')}</table>`

const section = (title: string, html: Html, kind = ''): Html =>
  `<section${kind && ` class="${kind}"`}><h2>${text(title)}</h2>${html}</section>`

const dayMs = 24 * 60 * 60_000
/** A time in Beijing, for example 2026-03-01 16:00:00. */
const time = (at: Date | string): string =>
  new Date(new Date(at).getTime() + 8 * 60 * 60_000).toISOString().slice(0, 19).replace('T', ' ')

/** A length of time in its two largest units. */
function duration(seconds: number): string {
  const units: readonly (readonly [string, number])[] = [
    ['天', 86_400],
    ['小时', 3600],
    ['分钟', 60],
    ['秒', 1],
  ]
  const first = units.findIndex(([, size]) => seconds >= size)
  if (first === -1) return '0 秒'
  let rest = seconds
  return units
    .slice(first, first + 2)
    .map(([name, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count > 0 ? `${count} ${name}` : ''
    })
    .filter(Boolean)
    .join(' ')
}

const partNames: Readonly<Record<string, string>> = { storage: '文件存储', uploads: '浏览器直接上传', pictures: '图片处理进程' }

function button(formKey: string, action: string, label: string, more: Html = ''): Html {
  return `<form method="post" action="/operator"><input type="hidden" name="key" value="${text(formKey)}"><input type="hidden" name="action" value="${text(action)}">${more}<button>${text(label)}</button></form>`
}
const hidden = (name: string, value: string): Html => `<input type="hidden" name="${text(name)}" value="${text(value)}">`

function halted({ notes: { maintenance, copy } }: OperatorState, formKey: string): Html {
  const copied = copy
    ? section(
        '这是一份副本，对外的操作已暂停',
        `<p>${text(copy.reason)}（${text(time(copy.since))}）。原来的那一份如果还在运行，两份会重复同步、收款、退款和推送。确认它不再使用后恢复：</p>${button(formKey, 'confirm-copy', '原来的那一份不再使用，恢复对外操作')}`,
        'note',
      )
    : ''
  const words = '<label>给卖家和买家看的话 <input name="words" maxlength="200" placeholder="系统正在维护，约十分钟"></label> '
  const maintained = maintenance
    ? section(
        '维护中',
        `<p>自 ${text(time(maintenance.since))}：“${text(maintenance.words)}”。可以查看，不能修改，后台任务暂停。</p>${button(formKey, 'maintenance-off', '结束维护')}`,
        'note',
      )
    : section('维护', `<p>维护时可以查看，不能修改，后台任务暂停。</p>${button(formKey, 'maintenance-on', '开始维护', words)}`)
  return copied + maintained
}

function backupRows({ notes: { backup }, backups }: OperatorState, now: Date): (readonly [string, Cell])[] {
  if (backups === null) return [['自动备份', bad('没有（BACKUP_TO）')]]
  const last = backup?.last
  const isOld = !backup?.wholeAt || now.getTime() - Date.parse(backup.wholeAt) > 1.5 * dayMs
  const whole = backup?.wholeAt ? time(backup.wholeAt) : '还没有'
  return [
    ['位置', backups],
    ['上一份完整的', isOld ? bad(whole) : good(whole)],
    ['上一份', last ? `${time(last.at)}  ${last.id}` : '还没有'],
    ['其中缺失的文件', last && last.problems > 0 ? bad(last.problems) : (last?.problems ?? '–')],
    ...(backup?.failure ? [['上一次失败', bad(`${time(backup.failure.at)}  ${backup.failure.reason}`)] as const] : []),
  ]
}

const queueRow =
  (formKey: string) =>
  (state: QueueState): Cell[] => [
    state.queue,
    state.due,
    state.due > 0 ? duration(state.oldestSeconds) : '–',
    state.delayed,
    state.running,
    state.failed,
    state.deadLetters > 0
      ? {
          html: `<span class="bad">${state.deadLetters}</span> ${button(formKey, 'retry-queue', '全部重试', hidden('queue', state.queue))}`,
        }
      : 0,
  ]

const letterRow =
  (formKey: string) =>
  ({ id, queue, accountId, failedAt, reason }: DeadLetter): Cell[] => [
    time(failedAt),
    queue,
    accountId ?? '–',
    reason.split('\n')[0]?.slice(0, 300) ?? '',
    { html: button(formKey, 'retry', '重试', hidden('id', id)) },
  ]

/** Parts of one page besides the state. */
export interface PageOptions {
  readonly formKey: string
  /** The result of the form that was sent; null without one. */
  readonly said: string | null
}

export function operatorPage(state: OperatorState, { formKey, said }: PageOptions): string {
  const { database, parts, processes, troubles, limits, disk, clockOffset } = state
  const now = new Date(Date.now() - clockOffset)
  const count = (value: number, more = ''): Cell => (value > 0 ? bad(`${value}${more}`) : 0)
  const body = [
    said === null ? '' : section('结果', `<p role="status">${text(said)}</p>`, 'said'),
    halted(state, formKey),
    section(
      '运行',
      list([
        ['版本', `${state.version}（Node ${state.node}，数据库结构 ${database.migration}）`],
        ['这个进程', `已运行 ${duration(state.uptime)}`],
        [
          '数据库',
          `${database.kind === 'embedded' ? '内嵌' : 'PostgreSQL'}，${database.bytes === null ? '大小未知' : bytesText(database.bytes)}`,
        ],
        ['文件', state.storage],
        ...Object.entries(parts).map(([name, { state: how, problem }]): readonly [string, Cell] => [
          partNames[name] ?? name,
          how === 'ok' ? good('正常') : how === 'failed' ? bad(`失败：${problem ?? ''}`) : '还没有检查',
        ]),
        ...(disk ? [['磁盘', `剩 ${bytesText(disk.free)}，共 ${bytesText(disk.total)}`] as const] : []),
        [
          '时钟',
          offsetWarning(clockOffset) !== null
            ? bad(`本机与数据库相差 ${Math.round(clockOffset / 1000)} 秒`)
            : good('与数据库一致'),
        ],
        [
          '限制',
          `每账号 ${limits.perAccount} 次/分，每地址 ${limits.perAddress} 次/分，每账号文件 ${limits.quota === null ? '不限' : bytesText(limits.quota)}`,
        ],
      ]),
    ),
    section(
      '进程',
      table(
        ['程序', '版本', '机器', '进程号', '启动', '上一次在线'],
        processes.map((each) => [
          each.program,
          each.version,
          each.host,
          each.pid,
          time(each.startedAt),
          `${duration(each.age)}前`,
        ]),
      ),
    ),
    section('备份', list(backupRows(state, now))),
    section(
      '店铺和收款',
      list([
        ['授权已过期的店铺', count(troubles.expiredShops, ` / ${troubles.shops}`)],
        ['最近一天没有同步成功的', count(troubles.failedSyncs)],
        ['工厂不认可的 key', count(troubles.refusedKeys)],
        ['收到但没有记账的付款', count(troubles.unbooked.payments, ` 笔，共 ${(troubles.unbooked.fen / 100).toFixed(2)} 元`)],
      ]),
    ),
    section(
      '后台任务',
      table(['队列', '待执行', '最久等待', '稍后', '执行中', '近期失败', '失败待处理'], state.queues.map(queueRow(formKey))),
    ),
    section(
      '失败待处理',
      state.letters.length === 0
        ? '<p>没有</p>'
        : table(['失败时间', '队列', '账号', '原因', ''], state.letters.map(letterRow(formKey))),
    ),
  ]
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>壳匠 运维</title><style>${style}</style></head><body><header><h1>壳匠 运维</h1><span>${text(time(now))}（北京时间） <a href="/operator">刷新</a></span></header><main>${body.join('')}</main></body></html>`
}

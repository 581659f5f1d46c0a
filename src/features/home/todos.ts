/** The to-dos of an account with their words, counts and addresses, for the home screen and for the badges of the menu. Pure. */
import { orderTodos, type TodoFilter } from '../../../contract/rules/home'
import type { Home } from '../../../contract/types'
import { countText } from '../../base/money'
import { screens } from '../../base/paths'

type Todos = NonNullable<Home['todos']>

export interface TodoLink {
  readonly key: string
  readonly name: string
  /** The seller's next act, or the reason. */
  readonly hint: string
  readonly count: number
  /** The address of the list whose total is the count. */
  readonly href: string
}

/** The address of the order list with the filter whose total the to-do counts. */
const ordersHref = ({ pushFailed, shipUntil, ...filter }: TodoFilter): string =>
  screens.orders({ ...filter, ...(pushFailed && { pushed: 'failed' }), ...(shipUntil !== undefined && { ship: shipUntil }) })

/** Says what the credits do not last for: what waits now, or else the next days. */
const shortageText = ({ left, toPay, threeDays }: NonNullable<Todos['lowCredits']>): string =>
  left < toPay ? `待推送订单的图还没付费，要 ${countText(toPay)} 点` : `按近 7 天，3 天要用 ${countText(threeDays)} 点`

/** Returns what waits for the seller, the gravest first; kinds with nothing to do are left out. */
export function todoLinks({ alarms, approvals, unread, stoppedShops, toPrint, lowCredits, orders }: Todos): readonly TodoLink[] {
  const counted: TodoLink[] = [
    { key: 'alarms', name: '异常订单', hint: '付费或推送后退款、关闭或改动', count: alarms, href: screens.alarms() },
    { key: 'approvals', name: '待审批', hint: '看过图片，规则才会推送', count: approvals, href: screens.approvals() },
    {
      ...{ key: 'unread', name: '没有读到的订单', hint: '平台上有，但没有读出来' },
      ...{ count: unread, href: screens.orders({ dialog: 'sync' }) },
    },
    {
      ...{ key: 'stoppedShops', name: '店铺停止同步', hint: '授权或密钥失效，新订单不会进来' },
      ...{ count: stoppedShops, href: screens.shops() },
    },
  ]
  const credits: TodoLink[] =
    lowCredits === null
      ? []
      : [
          {
            ...{ key: 'lowCredits', name: '点数不够用，去充值', hint: shortageText(lowCredits) },
            ...{ count: lowCredits.left, href: screens.recharge() },
          },
        ]
  // A newer server may count what this page does not know.
  const known = orders.filter(({ key }) => key in orderTodos)
  const byFilter = known.map(({ key, count }) => {
    const { name, hint, filter } = orderTodos[key]
    return { key, name, hint, count, href: ordersHref(filter) }
  })
  const printing: TodoLink = {
    ...{ key: 'toPrint', name: '待打印的件', hint: '在打印车间等着排版' },
    ...{ count: toPrint, href: screens.waitingPieces() },
  }
  return [...counted.filter(({ count }) => count > 0), ...credits, ...[...byFilter, printing].filter(({ count }) => count > 0)]
}

/** The to-dos that an entry of the menu counts, by the path of the entry: those that go on waiting until somebody decides. */
const menuTodos: Readonly<Record<string, readonly string[]>> = {
  [screens.orders.path]: ['alarms', 'approvals', 'problem'],
  [screens.printFloor.path]: ['toPrint'],
  [screens.shops.path]: ['stoppedShops'],
  [screens.credits.path]: ['lowCredits'],
}

export interface MenuBadge {
  readonly text: string
  /** Names each kind with its count. */
  readonly title: string
  readonly href: string
}

const most = 99

/** Returns the badge of a menu entry; null when nothing of it waits. Several kinds lead to the home screen, where each has its link. */
export function menuBadge(path: string, todos: Todos): MenuBadge | null {
  const keys = menuTodos[path] ?? []
  const waiting = todoLinks(todos).filter(({ key }) => keys.includes(key))
  const [first] = waiting
  if (first === undefined) return null
  if (first.key === 'lowCredits') return { text: '不足', title: `点数不足，${first.hint}`, href: first.href }
  const sum = waiting.reduce((total, { count }) => total + count, 0)
  const text = sum > most ? `${most}+` : String(sum)
  return {
    text,
    title: waiting.map(({ name, count }) => `${name} ${countText(count)}`).join('，'),
    href: waiting.length === 1 ? first.href : screens.home(),
  }
}

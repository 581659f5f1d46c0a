import { Link } from 'wouter'
import { orderTodos, type TodoFilter } from '../../../contract/rules/home'
import type { Home } from '../../../contract/types'
import { countText } from '../../base/money'
import { screens } from '../../base/paths'

/** The address of the order list with the filter whose total the to-do counts. */
const todoHref = ({ pushFailed, shipUntil, ...filter }: TodoFilter): string =>
  screens.orders({ ...filter, ...(pushFailed && { pushed: 'failed' }), ...(shipUntil !== undefined && { ship: shipUntil }) })

/** Says what the credits do not last for: what waits now, or else the next days. */
const shortageText = ({ left, toPay, threeDays }: NonNullable<NonNullable<Home['todos']>['lowCredits']>): string =>
  left < toPay ? `待推送订单的图还没付费，要 ${countText(toPay)} 点` : `按近 7 天，3 天要用 ${countText(threeDays)} 点`

interface CardProps {
  readonly name: string
  readonly hint: string
  readonly count: number
  readonly href: string
}

const TodoCard = ({ name, hint, count, href }: CardProps) => (
  <Link href={href} className="home-todo">
    <span className="home-todo-count numeric">{countText(count)}</span>
    <span>
      <span className="home-todo-name">{name}</span>
      <span className="home-hint">{hint}</span>
    </span>
  </Link>
)

/** The to-dos, each with its count as a link to the same list. */
export function TodoList({ todos }: { readonly todos: NonNullable<Home['todos']> }) {
  const { alarms, unread, approvals, lowCredits } = todos
  // A newer server may count what this page does not know.
  const waiting = todos.orders.filter(({ key, count }) => count > 0 && key in orderTodos)
  return (
    <section className="home-card" aria-label="待办">
      <header className="home-card-head">
        <h2>待办</h2>
      </header>
      {waiting.length === 0 && alarms === 0 && unread === 0 && approvals === 0 && lowCredits === null && (
        <p className="home-hint">没有要处理的订单。新订单来了会出现在这里。</p>
      )}
      <div className="home-todos">
        {alarms > 0 && <TodoCard name="异常订单" hint="付费或推送后退款、关闭或改动" count={alarms} href={screens.alarms()} />}
        {approvals > 0 && <TodoCard name="待审批" hint="看过图片，规则才会推送" count={approvals} href={screens.approvals()} />}
        {unread > 0 && (
          <TodoCard
            name="没有读到的订单"
            hint="平台上有，但没有读出来"
            count={unread}
            href={screens.orders({ dialog: 'sync' })}
          />
        )}
        {lowCredits !== null && (
          <TodoCard name="点数不够用，去充值" hint={shortageText(lowCredits)} count={lowCredits.left} href={screens.recharge()} />
        )}
        {waiting.map(({ key, count }) => {
          const { name, hint, filter } = orderTodos[key]
          return <TodoCard key={key} name={name} hint={hint} count={count} href={todoHref(filter)} />
        })}
      </div>
    </section>
  )
}

import { Link } from 'wouter'
import { orderTodos, type TodoFilter } from '../../../contract/rules/home'
import type { Home } from '../../../contract/types'
import { countText } from '../../base/money'
import { screens } from '../../base/paths'

/** The address of the order list with the filter whose total the to-do counts. */
const todoHref = ({ pushFailed, shipUntil, ...filter }: TodoFilter): string =>
  screens.orders({ ...filter, ...(pushFailed && { pushed: 'failed' }), ...(shipUntil !== undefined && { ship: shipUntil }) })

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
  const waiting = todos.orders.filter(({ count }) => count > 0)
  return (
    <section className="home-card" aria-label="待办">
      <header className="home-card-head">
        <h2>待办</h2>
      </header>
      {waiting.length === 0 && todos.alarms === 0 && todos.unread === 0 && (
        <p className="home-hint">没有要处理的订单。新订单来了会出现在这里。</p>
      )}
      <div className="home-todos">
        {todos.alarms > 0 && (
          <TodoCard name="异常订单" hint="付费或推送后退款、关闭或改动" count={todos.alarms} href={screens.alarms()} />
        )}
        {todos.unread > 0 && (
          <TodoCard
            name="没有读到的订单"
            hint="平台上有，但没有读出来"
            count={todos.unread}
            href={screens.orders({ dialog: 'sync' })}
          />
        )}
        {waiting.map(({ key, count }) => {
          const { name, hint, filter } = orderTodos[key]
          return <TodoCard key={key} name={name} hint={hint} count={count} href={todoHref(filter)} />
        })}
      </div>
    </section>
  )
}

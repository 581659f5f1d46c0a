import { Link } from 'wouter'
import type { Home } from '../../../contract/types'
import { countText } from '../../base/money'
import { todoLinks } from './todos'

/** The to-dos, each with its count as a link to the same list. */
export function TodoList({ todos }: { readonly todos: NonNullable<Home['todos']> }) {
  const links = todoLinks(todos)
  return (
    <section className="home-card" aria-label="待办">
      <header className="home-card-head">
        <h2>待办</h2>
      </header>
      {links.length === 0 && <p className="home-hint">没有要处理的订单。新订单来了会出现在这里。</p>}
      <div className="home-todos">
        {links.map(({ key, name, hint, count, href }) => (
          <Link key={key} href={href} className="home-todo">
            <span className="home-todo-count numeric">{countText(count)}</span>
            <span>
              <span className="home-todo-name">{name}</span>
              <span className="home-hint">{hint}</span>
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}

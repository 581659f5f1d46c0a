import './menu-count.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { homeQuery } from '../api/queries/home'
import { useApi } from '../api/services'
import { menuBadge } from '../features/home/todos'

/** Beside an entry of the menu: how much of it waits for the seller, with the counts of the home screen, and the way to it. */
export default function MenuCount({ path }: { readonly path: string }) {
  const todos = useQuery(homeQuery(useApi())).data?.todos ?? null
  const badge = todos && menuBadge(path, todos)
  if (!badge) return null
  // The name holds the visible text, so that a user of voice control can say what he sees.
  return (
    <Link href={badge.href} className="shell-count numeric" title={badge.title} aria-label={`${badge.text}：${badge.title}`}>
      {badge.text}
    </Link>
  )
}

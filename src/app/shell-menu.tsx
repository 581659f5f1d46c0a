import { IconDown } from '@arco-design/web-react/icon'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { lazyScreen } from '../ui/lazy-screen'
import { type AppRoute, appRoutes, type May, type MenuGroup, menuGroups, menuOf } from './routes'

const groups = Object.keys(menuGroups) as MenuGroup[]

const MenuCount = lazyScreen(() => import('./menu-count'), { Cover: () => null })

function MenuLink({ path, title, icon: Icon }: AppRoute) {
  const [location] = useLocation()
  const href = path.split('/:')[0] ?? path
  const current = location === href || location.startsWith(`${href}/`)
  return (
    <li>
      <Link href={href} className="shell-link" title={title} aria-current={current ? 'page' : undefined}>
        <span className="shell-icon">{Icon && <Icon />}</span>
        <span className="shell-label">{title}</span>
      </Link>
      <MenuCount path={href} />
    </li>
  )
}

/** Lists the screens that may be read, in groups. In a low window an arrow indicates further entries below. */
export function ShellMenu({ may }: { readonly may: May }) {
  const box = useRef<HTMLElement>(null)
  const [more, setMore] = useState(false)
  const shown = menuOf(appRoutes, may)
  // biome-ignore lint/correctness/useExhaustiveDependencies: more entries make a longer menu
  useEffect(() => {
    const menu = box.current
    if (menu === null) return
    const updateMore = () => setMore(menu.scrollTop + menu.clientHeight < menu.scrollHeight - 4)
    menu.addEventListener('scroll', updateMore, { passive: true })
    // The observer also reports the first size, after the layout; reading the size in this effect would force a layout of its own.
    const sizes = new ResizeObserver(updateMore)
    sizes.observe(menu)
    return () => {
      menu.removeEventListener('scroll', updateMore)
      sizes.disconnect()
    }
  }, [shown.length])
  return (
    <div className="shell-menu-box">
      <nav ref={box} aria-label="主菜单" className="shell-menu">
        {groups.map((group) => {
          const routes = shown.filter((route) => route.group === group)
          return (
            routes.length > 0 && (
              <ul key={group} className="shell-group" aria-label={menuGroups[group]}>
                <li className="shell-group-name" aria-hidden="true">
                  {menuGroups[group]}
                </li>
                {routes.map((route) => (
                  <MenuLink key={route.path} {...route} />
                ))}
              </ul>
            )
          )
        })}
      </nav>
      {more && (
        // For the mouse: Tab scrolls to every entry by itself.
        <button
          type="button"
          className="shell-more"
          aria-hidden="true"
          tabIndex={-1}
          title="下面还有菜单"
          onClick={() => box.current?.scrollBy({ top: box.current.clientHeight - 36 })}
        >
          <IconDown />
        </button>
      )}
    </div>
  )
}

import {
  IconCustomerService,
  IconDesktop,
  IconExport,
  IconMoonFill,
  IconQuestionCircle,
  IconSearch,
  IconSunFill,
  IconUser,
} from '@arco-design/web-react/icon'
import { type ReactNode, useRef, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { Link, useLocation } from 'wouter'
import type { Platform } from '../../adapters/platform'
import { usePlatform } from '../api/services'
import { usePermissions } from '../api/use-permissions'
import { isAside } from '../base/aside-window'
import { followsSteps } from '../base/first-way'
import { screens } from '../base/paths'
import { lazyScreen } from '../ui/lazy-screen'
import { reportFailure } from './failures'
import { HelpTopics } from './late-dialogs'
import { MaintenanceBanner } from './maintenance-banner'
import { useMiniApp } from './mini-app'
import { openPaletteEvent, ShellKeys } from './palette/shell-keys'
import { landingFor } from './routes'
import { session } from './session-store'
import { ShellMenu } from './shell-menu'
import { ShellPanel } from './shell-panel'
import { TaskTray } from './task-tray'
import { appearanceName, nextAppearance, theme } from './theme'
import { UpdateBanner } from './update-banner'

/** Draws nothing until its code is there: the first screen does not wait for it. */
const AsideBar = lazyScreen(() => import('./aside-bar'), { Cover: () => null })
const FirstStepStrip = lazyScreen(() => import('../features/home/first-step-strip'), { Cover: () => null })
const Bell = lazyScreen(() => import('./bell'), { Cover: () => null })

/** Loads the code when it is needed, because most visits need none of it. */
const openSupport = (platform: Platform): Promise<void> =>
  import('./support').then(({ contactSupport }) => contactSupport(platform)).catch(reportFailure)

interface ShellButtonProps {
  readonly icon: ReactNode
  readonly label: string
  readonly onClick?: () => void
}

function ShellButton({ icon, label, onClick }: ShellButtonProps) {
  return (
    <button type="button" className="shell-link" title={label} onClick={onClick}>
      <span className="shell-icon">{icon}</span>
      <span className="shell-label">{label}</span>
    </button>
  )
}

function HelpMenu() {
  return <ShellPanel icon={<IconQuestionCircle />} label="帮助文档" panel={(close) => <HelpTopics onChosen={close} />} />
}

const appearanceIcon = { system: <IconDesktop />, light: <IconSunFill />, dark: <IconMoonFill /> }

function ThemeButton() {
  const { appearance } = useSnapshot(theme)
  return <ShellButton icon={appearanceIcon[appearance]} label={`外观：${appearanceName[appearance]}`} onClick={nextAppearance} />
}

function Brand() {
  const { name, logoUrl } = useMiniApp()
  const { may, hasOrders } = usePermissions()
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <Link href={landingFor(may, hasOrders)} className="shell-brand" title={name}>
      {broken === logoUrl ? (
        <span className="shell-logo shell-logo-text" aria-hidden="true">
          {[...name][0]}
        </span>
      ) : (
        <img className="shell-logo" src={logoUrl} alt="" onError={() => setBroken(logoUrl)} />
      )}
      <span className="shell-label shell-name">{name}</span>
    </Link>
  )
}

/** The first steps while they are followed; the home screen and the phones show them by themselves. */
function FirstSteps() {
  const follows = useSyncExternalStore(followsSteps.subscribe, followsSteps.get)
  const [path] = useLocation()
  return follows && ![screens.home, screens.phones].some((screen) => path.startsWith(screen.path)) ? <FirstStepStrip /> : null
}

interface ShellProps {
  readonly onSignOut: () => void
  readonly children: ReactNode
}

/** The frame of every screen: menu left, account and help below it, the screen beside it. */
export function Shell({ onSignOut, children }: ShellProps) {
  const platform = usePlatform()
  const { username } = useSnapshot(session)
  const main = useRef<HTMLElement>(null)
  const { may } = usePermissions()
  const aside = useSyncExternalStore(isAside.subscribe, isAside.get)
  return (
    <div className="shell">
      <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
        跳到主要内容
      </button>
      <ShellKeys />
      {!aside && (
        <aside className="shell-side">
          <Brand />
          <ShellMenu may={may} />
          <div className="shell-foot">
            <ShellButton
              icon={<IconSearch />}
              label="快速搜索 Ctrl K"
              onClick={() => dispatchEvent(new Event(openPaletteEvent))}
            />
            <div className="shell-tools">
              <TaskTray />
              <Bell />
              <HelpMenu />
              <ShellButton icon={<IconCustomerService />} label="联系客服" onClick={() => void openSupport(platform)} />
              <ThemeButton />
            </div>
            <div className="shell-account">
              <Link href={screens.account.path} className="shell-link shell-user" title={`${username ?? ''}：账号与子账号`}>
                <span className="shell-icon">
                  <IconUser />
                </span>
                <span className="shell-label">{username}</span>
              </Link>
              <ShellButton icon={<IconExport />} label="退出登录" onClick={onSignOut} />
            </div>
          </div>
        </aside>
      )}
      <div className="shell-body">
        {aside && <AsideBar />}
        <UpdateBanner />
        <MaintenanceBanner />
        <main ref={main} id="main" tabIndex={-1} className="shell-main">
          {!aside && <FirstSteps />}
          {children}
        </main>
      </div>
    </div>
  )
}

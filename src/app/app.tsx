import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useSnapshot } from 'valtio'
import { Redirect, Route, Router, Switch, useLocation, useSearchParams } from 'wouter'
import type { Platform } from '../../adapters/platform'
import { embeddedPageAt } from '../../contract/embedding'
import { type Api, type CutoutService, ServicesProvider } from '../api/services'
import { usePermissions } from '../api/use-permissions'
import { appPath, paramIn, screens } from '../base/paths'
import type { TaskStore } from '../base/tasks/task-store'
import { ErrorPage } from '../ui/error-page'
import { lazyScreen } from '../ui/lazy-screen'
import { TaskStoreProvider } from '../ui/task-context'
import { useEverTrue } from '../ui/use-value-while-closing'
import { reportFailure } from './failures'
import { Failures, LoginLayer } from './late-dialogs'
import { aroundNav, useAppLocation, useAppSearch, useSuspendedLocation, useSuspendedSearch } from './location'
import { productBrand } from './mini-app'
import { NoPermission } from './no-permission'
import { NotFound } from './not-found'
import { type AppRoute, appRoutes, landingFor, mayRead } from './routes'
import { type SessionDeps, safeReturn, signOut, startSession } from './session'
import { SessionGate } from './session-gate'
import { session } from './session-store'
import { useSetupToken } from './setup-token'
import { Shell } from './shell'
import { loadDevice, storeDevice } from './token-store'
import { useTitle } from './use-title'

const PaymentResult = lazyScreen(() => import('../features/credits/payment-result'))
const EmbeddedScreen = lazyScreen(() => import('./embedded/embedded-screen'))
const SelfTest = lazyScreen(() => import('../features/self-test/self-test-screen'))
const LoginScreen = lazyScreen(() => import('../features/login/login-screen'))

function TitledScreen({ title, reads, Screen }: AppRoute) {
  useTitle(title)
  const { may } = usePermissions()
  return mayRead({ reads }, may) ? <Screen /> : <NoPermission />
}

function Landing() {
  const { may, hasOrders } = usePermissions()
  return <Redirect to={landingFor(may, hasOrders)} replace />
}

function ShellRoutes({ deps }: { readonly deps: SessionDeps }) {
  return (
    <SessionGate>
      <Shell onSignOut={() => void signOut(deps)}>
        <Switch>
          {appRoutes.map((route) => (
            <Route key={route.path} path={route.path}>
              <TitledScreen {...route} />
            </Route>
          ))}
          <Route path={appPath}>
            <Landing />
          </Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </Shell>
    </SessionGate>
  )
}

function Login({ deps }: { readonly deps: SessionDeps }) {
  useTitle('登录')
  const [params] = useSearchParams()
  const from = paramIn(screens.login, params, 'from')
  const { notice, suspendedAt } = useSnapshot(session)
  // Evaluated once: during a login there is a token too, and the form must stay until the token is verified.
  const [signedIn] = useState(() => session.token !== null)
  const setupToken = useSetupToken()
  if (signedIn && setupToken === null) return <Redirect to={safeReturn(from) ?? appPath} replace />
  return (
    <LoginScreen
      logoUrl={productBrand.logoUrl}
      notice={notice}
      setupToken={setupToken}
      username={session.username}
      // Hide the self-test while the screen of an expired session stays open below.
      selfTest={deps.platform.diagnosis !== undefined && suspendedAt === null}
      loadDevice={() => loadDevice(deps.platform.storage)}
      onSignedIn={async (token, device) => {
        await startSession(deps, token, from)
        await storeDevice(deps.platform.storage, device)
      }}
    />
  )
}

function PublicSelfTest() {
  useTitle('自检')
  return <SelfTest signedIn={false} />
}

function Screens({ deps }: { readonly deps: SessionDeps }) {
  const [path] = useLocation()
  const { suspendedAt, token } = useSnapshot(session)
  const isLogin = path === screens.login.path
  const hasSuspendedScreen = isLogin && suspendedAt !== null
  const needsLayer = useEverTrue(hasSuspendedScreen)
  // Embedded pages contain their own sign-in; the page that frames them can show no other screen.
  const embedded = embeddedPageAt(path)
  if (embedded !== null) {
    // Links open a window of their own, because the screens of the back office must not be framed.
    return (
      <Router aroundNav={(_, to) => void deps.platform.openLink(to).catch(reportFailure)}>
        <EmbeddedScreen page={embedded} deps={deps} />
      </Router>
    )
  }
  return (
    <>
      {(!isLogin || hasSuspendedScreen) && (
        <Router hook={useSuspendedLocation} searchHook={useSuspendedSearch} aroundNav={aroundNav}>
          <Switch>
            <Route path="/">
              <Redirect to={appPath} replace />
            </Route>
            {token === null && suspendedAt === null && (
              <Route path={screens.paymentResult.path}>
                <main>
                  <PaymentResult signedIn={false} />
                </main>
              </Route>
            )}
            {token === null && suspendedAt === null && (
              <Route path={screens.selfTest.path}>
                <main>
                  <PublicSelfTest />
                </main>
              </Route>
            )}
            <Route path={`${appPath}/*?`}>
              <ShellRoutes deps={deps} />
            </Route>
            <Route>
              <main>
                <NotFound />
              </main>
            </Route>
          </Switch>
        </Router>
      )}
      {isLogin && !hasSuspendedScreen && <Login deps={deps} />}
      {needsLayer && (
        <LoginLayer visible={hasSuspendedScreen}>
          <Login deps={deps} />
        </LoginLayer>
      )}
    </>
  )
}

interface AppProps {
  readonly api: Api
  readonly platform: Platform
  readonly queries: QueryClient
  readonly tasks: TaskStore
  readonly cutout: CutoutService
}

/** The whole plugin, rendered when the platform is ready. */
export function App({ api, platform, queries, tasks, cutout }: AppProps) {
  const deps = useMemo(() => ({ api, platform, queries }), [api, platform, queries])
  return (
    <ErrorBoundary FallbackComponent={ErrorPage}>
      <QueryClientProvider client={queries}>
        <ServicesProvider api={api} platform={platform} cutout={cutout}>
          <TaskStoreProvider store={tasks}>
            <Router hook={useAppLocation} searchHook={useAppSearch} aroundNav={aroundNav}>
              <Screens deps={deps} />
              <Failures />
            </Router>
          </TaskStoreProvider>
        </ServicesProvider>
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

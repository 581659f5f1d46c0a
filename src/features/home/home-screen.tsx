import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { readers } from '../../../contract/permissions'
import { homeQuery } from '../../api/queries/home'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { LoadError } from '../../ui/failure-view'
import { ScreenLoading } from '../../ui/lazy-screen'
import { Page } from '../../ui/page'
import { FirstStepList } from './first-step-list'
import { Numbers } from './numbers'
import { Sources } from './sources'
import { TodoList } from './todo-list'
import './home.css'

// The plots and their library are loaded after what is to do is shown.
const TrendCards = lazy(() => import('./trend-cards'))

/** 首页: what is left until the first case, what is to do, the numbers of today, and trends. */
export default function HomeScreen() {
  const api = useApi()
  const { may } = usePermissions()
  const { data, error, isFetching, refetch } = useQuery(homeQuery(api))
  if (data === undefined) {
    return error === null ? <ScreenLoading /> : <LoadError error={error} onRetry={() => void refetch()} retrying={isFetching} />
  }
  const { firstSteps, todos, numbers } = data
  // A shop that sells already looks for its to-dos first.
  const sells = firstSteps?.includes('orders') === true
  const steps = firstSteps !== null && <FirstStepList done={firstSteps} />
  return (
    <Page title="首页">
      <div className="home">
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} retrying={isFetching} />}
        {!sells && steps}
        {todos !== null && <TodoList todos={todos} />}
        {numbers !== null && <Numbers numbers={numbers} />}
        {may(readers.orders) && <Sources />}
        {sells && steps}
        {may(readers.orders) && (
          <Suspense fallback={<div className="home-trends-place" />}>
            <TrendCards />
          </Suspense>
        )}
      </div>
    </Page>
  )
}

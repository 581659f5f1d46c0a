import { Route, Switch } from 'wouter'
import LinkGenerate from '../../features/links/link-generate'
import LinkList from '../../features/links/link-list'
import { linksPath } from '../../features/links/links-path'
import { NotFound } from '../not-found'

/** 定制链接: the list, and under it the form that makes one. */
export default function CustomizationLinks() {
  return (
    <Switch>
      <Route path={linksPath}>
        <LinkList />
      </Route>
      <Route path={`${linksPath}/generate`}>
        <LinkGenerate />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

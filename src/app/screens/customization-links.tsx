import { Route, Switch } from 'wouter'
import { screens } from '../../base/paths'
import LinkGenerate from '../../features/links/link-generate'
import LinkList from '../../features/links/link-list'
import { NotFound } from '../not-found'

/** 定制链接: the list, and below its path the form that creates a link. */
export default function CustomizationLinks() {
  return (
    <Switch>
      <Route path={screens.links.path}>
        <LinkList />
      </Route>
      <Route path={screens.newLink.path}>
        <LinkGenerate />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

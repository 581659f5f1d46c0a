import { Route, Switch } from 'wouter'
import { SettingFields } from '../../customization-settings/setting-fields'
import { SettingSummary } from '../../customization-settings/setting-summary'
import LinkGenerate from '../../features/links/link-generate'
import LinkList from '../../features/links/link-list'
import { type LinkParts, linksPath } from '../../features/links/parts'
import { NotFound } from '../not-found'

const parts: LinkParts = { SettingFields, SettingSummary }

/** 定制链接: the list, and under it the form that makes one; both speak of configurations as the products do. */
export default function CustomizationLinks() {
  return (
    <Switch>
      <Route path={linksPath}>
        <LinkList parts={parts} />
      </Route>
      <Route path={`${linksPath}/generate`}>
        <LinkGenerate parts={parts} />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

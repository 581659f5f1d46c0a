import { Redirect, useLocation, useParams } from 'wouter'
import { screens } from '../../base/paths'
import { ColorLibrary } from '../../features/fonts/color-library'
import { FontLibrary } from '../../features/fonts/font-library'
import { Page } from '../../ui/page'
import { TabBar } from '../../ui/tab-bar'

const tabs = [
  { key: 'fonts', label: '字体库', path: screens.fonts.path },
  { key: 'colors', label: '文字颜色库', path: screens.textColors.path },
]

/** 字体与颜色: the font library at the path itself, the text colours below it; changing the tab adds no history entry. */
export default function Fonts() {
  const { type } = useParams<{ type?: string }>()
  const [, navigate] = useLocation()
  if (type !== undefined && type !== 'colors') return <Redirect to={screens.fonts.path} replace />
  const show = (key: string) => navigate(tabs.find((tab) => tab.key === key)?.path ?? screens.fonts.path, { replace: true })
  return (
    <Page title="字体与颜色">
      <TabBar label="字体与颜色" tabs={tabs} active={type ?? 'fonts'} onChange={show}>
        {type === undefined ? <FontLibrary /> : <ColorLibrary />}
      </TabBar>
    </Page>
  )
}

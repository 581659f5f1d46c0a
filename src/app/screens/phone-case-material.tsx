import { screens } from '../../base/paths'
import { MaterialList } from '../../features/materials/material-list'
import WireframeScreen from '../../features/wireframes/wireframe-screen'
import { lazyScreen } from '../../ui/lazy-screen'
import { TypedScreen } from '../typed-screen'

const ImportWizard = lazyScreen(() => import('../../features/wireframes/import/import-wizard'))

/** 材质与线框图. */
export default function PhoneCaseMaterial() {
  return (
    <TypedScreen
      title="材质与线框图"
      base={screens.phoneCases.path}
      tabs={[
        { type: 'material', label: '手机壳材质', content: <MaterialList /> },
        { type: 'wireframe', label: '手机壳线框图', content: <WireframeScreen ImportWizard={ImportWizard} /> },
      ]}
    />
  )
}

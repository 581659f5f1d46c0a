import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ErpIntegration } from '../../../contract/types'
import { integrationsQuery } from '../../api/queries/erp'
import { useApi } from '../../api/services'
import { MaterialBindings } from '../../features/erp/bindings/material-bindings'
import { ModelBindings } from '../../features/erp/bindings/model-bindings'
import { FactoryList } from '../../features/erp/integration/factory-list'
import { KeyAlert } from '../../features/erp/integration/key-alert'
import { KeyDialog } from '../../features/erp/integration/key-dialog'
import { StepStrip, Tutorial } from '../../features/erp/integration/tutorial'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { TableSkeleton } from '../../ui/table-skeleton'
import { TypedScreen } from '../typed-screen'
import '../../features/erp/erp.css'
import '../../features/erp/bindings/bindings.css'
import { screens } from '../../base/paths'
import '../../features/erp/bindings/matching.css'

const title = '工厂对接'

/** 工厂对接: the tutorial until there is a key, then the factories and their bindings. */
export default function Integrations() {
  const integrations = useQuery(integrationsQuery(useApi()))
  // Stays while the dialog saves, although the key exists by then.
  const [keyed, setKeyed] = useState<ErpIntegration | 'new' | null>(null)
  const saved = integrations.data ?? []
  return (
    <>
      {saved.length === 0 ? (
        <Page title={title}>
          <ListView result={integrations} skeleton={<TableSkeleton label="正在加载工厂对接" rows={4} />}>
            {() => <Tutorial onKey={() => setKeyed('new')} />}
          </ListView>
        </Page>
      ) : (
        <TypedScreen
          title={title}
          base={screens.integrations.path}
          above={
            <>
              {saved.map((integration) => (
                <KeyAlert key={integration.id} integration={integration} onChange={() => setKeyed(integration)} />
              ))}
              <StepStrip />
            </>
          }
          tabs={[
            { type: 'factories', label: '工厂', content: <FactoryList integrations={saved} onKey={setKeyed} /> },
            { type: 'brand_model_binding', label: '机型绑定', content: <ModelBindings /> },
            { type: 'case_material_binding', label: '材质绑定', content: <MaterialBindings /> },
          ]}
        />
      )}
      <KeyDialog target={keyed} integrations={saved} onClose={() => setKeyed(null)} />
    </>
  )
}

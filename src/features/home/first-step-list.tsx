import { Button } from '@arco-design/web-react'
import { IconCheckCircleFill, IconRight } from '@arco-design/web-react/icon'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { type FirstStep, firstSteps, optionalSteps } from '../../../contract/rules/home'
import { homeQuery } from '../../api/queries/home'
import { useApi } from '../../api/services'
import { usePermissions } from '../../api/use-permissions'
import { screens } from '../../base/paths'
import { useOneAtATime } from '../../ui/use-one-at-a-time'
import { VisuallyHidden } from '../../ui/visually-hidden'

const steps: Readonly<Record<FirstStep, { readonly name: string; readonly why: string; readonly href: string }>> = {
  shop: { name: '添加店铺', why: '买家在哪里下单，就添加哪里的店铺', href: screens.shops({ dialog: 'add' }) },
  orders: { name: '第一批订单', why: '授权后自动同步，或导入平台的订单文件', href: screens.orders({ dialog: 'import' }) },
  catalogue: { name: '型号和材质', why: '启用您卖的手机型号、材质和颜色', href: screens.wireframes() },
  sizes: { name: '打印尺寸', why: '填好线框图的毫米尺寸，打印才和壳一样大', href: screens.wireframes() },
  template: { name: '第一个模板', why: '买家从模板开始设计', href: screens.templates() },
  link: { name: '定制链接', why: '给商品配置定制，或生成一个链接发给买家', href: screens.newLink() },
  factory: { name: '对接工厂', why: '填工厂的密钥，订单可以直接推送', href: screens.factories() },
  made: { name: '第一张图下载或推送', why: '下载定制图，或把订单推送给工厂', href: screens.orders() },
}

/** The steps to the first case; the server ticks each by what it finds. */
export function FirstStepList({ done }: { readonly done: readonly FirstStep[] }) {
  const api = useApi()
  const queries = useQueryClient()
  const { may } = usePermissions()
  // A shop that sells needs only what is left.
  const hidesDone = done.includes('orders')
  const next = firstSteps.find((step) => !done.includes(step))
  const ending = useMutation({
    mutationFn: () => api.home.endFirstSteps(),
    onSuccess: () => queries.invalidateQueries({ queryKey: homeQuery(api).queryKey }),
  })
  // A failure is shown by what is around all screens.
  const end = useOneAtATime(() => ending.mutateAsync().catch(() => undefined))
  return (
    <section className="home-card" aria-label="开店步骤">
      <header className="home-card-head">
        <h2>
          开店步骤 <span className="home-hint numeric">{`${done.length} / ${firstSteps.length}`}</span>
        </h2>
        {may(['users']) && (
          <Button size="mini" type="text" loading={ending.isPending} onClick={() => end()}>
            不再显示
          </Button>
        )}
      </header>
      <ol className="home-steps">
        {firstSteps.map((step, index) => {
          if (hidesDone && done.includes(step)) return null
          const { name, why, href } = steps[step]
          const isDone = done.includes(step)
          return (
            <li key={step} className={isDone ? 'is-done' : step === next ? 'is-next' : undefined}>
              <Link href={href} className="home-step">
                <span className="home-step-mark numeric" aria-hidden="true">
                  {isDone ? <IconCheckCircleFill /> : index + 1}
                </span>
                <span>
                  <span className="home-step-name">
                    {name}
                    {optionalSteps.includes(step) && <span className="home-hint">（可以不做）</span>}
                    {isDone && <VisuallyHidden>，已完成</VisuallyHidden>}
                  </span>
                  <span className="home-hint">{why}</span>
                </span>
                <IconRight className="home-step-arrow" />
              </Link>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

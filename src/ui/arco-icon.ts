import { createElement, forwardRef, type ReactNode, type SVGAttributes } from 'react'

interface IconProps extends SVGAttributes<SVGSVGElement> {
  readonly spin?: boolean
  /** Marks icons among the children of Arco's components; not an attribute. */
  readonly isIcon?: boolean
}

/**
 * Returns an icon as Arco's own modules make it: the same element, classes and properties.
 *
 * @param name of its class, such as `link`.
 */
export function arcoIcon(displayName: string, name: string, attributes: SVGAttributes<SVGSVGElement>, ...drawing: ReactNode[]) {
  // biome-ignore lint/correctness/noComponentHookFactories: each module of an icon calls this once, when it is loaded
  const Icon = forwardRef<SVGSVGElement, IconProps>(({ spin, isIcon: _, ...props }, ref) => {
    const { className } = props
    const classes = `${className ? `${className} ` : ''}arco-icon arco-icon-${name}${spin ? ' arco-icon-loading' : ''}`
    const given = { 'aria-hidden': true, focusable: false, ref, ...props, className: classes }
    return createElement('svg', { ...attributes, ...given }, ...drawing)
  })
  return Object.assign(Icon, { displayName, defaultProps: { isIcon: true } })
}

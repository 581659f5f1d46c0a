/** Sellers' mini-apps on a marketplace, made from a template of ours. Calls reject as those of the marketplace do. */

export interface SellerMiniApp {
  readonly appId: string
  readonly name: string
  readonly logoUrl: string | null
  readonly templateId: string
  readonly templateVersion: string | null
}

export interface MiniAppTemplateVersion {
  readonly templateId: string
  readonly templateVersion: string
  readonly note: string
  readonly createdAt: Date
}

export interface MiniApps {
  /** Returns null when the seller has none. */
  find(session: string): Promise<SellerMiniApp | null>
  /** Returns the versions of our template, newest first. */
  templates(session: string): Promise<readonly MiniAppTemplateVersion[]>
  /** Builds the app from this version of its template and publishes it. */
  update(session: string, app: SellerMiniApp, templateVersion: string): Promise<void>
}

import helmet from 'helmet'
import type { RequestHandler } from 'express'

/**
 * Security headers for everything that is served. The policy lets the pages here run their own scripts and styles and,
 * for the Fiori apps, those of SAP's UI5 delivery network, which need inline styles and `eval`-free scripts only.
 */
export const securityHeaders = (): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", 'https://ui5.sap.com'],
        styleSrc: ["'self'", "'unsafe-inline'", 'https://ui5.sap.com'],
        fontSrc: ["'self'", 'data:', 'https://ui5.sap.com'],
        imgSrc: ["'self'", 'data:', 'blob:', 'https://ui5.sap.com'],
        connectSrc: ["'self'", 'https://ui5.sap.com'],
        workerSrc: ["'self'", 'blob:'],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: null,
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: process.env['NODE_ENV'] === 'production',
  })

/* global sap */
sap.ui.define(['sap/base/i18n/Formatting', 'sap/fe/core/AppComponent'], (Formatting, AppComponent) =>
  AppComponent.extend('saga.shows.Component', {
    metadata: { manifest: 'json' },
    init(...args) {
      // The numbers here are years and seasons: not 1,977.
      Formatting.setNumberSymbol('group', '')
      AppComponent.prototype.init.apply(this, args)
    },
  }),
)

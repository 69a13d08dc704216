/* global sap */
// The last one is for the addresses in annotations: UI5 would load it too late, by an eval that no page here allows.
sap.ui.define(
  ['sap/base/i18n/Formatting', 'sap/fe/core/AppComponent', 'sap/ui/model/odata/ODataExpressionAddons'],
  (Formatting, AppComponent) =>
    AppComponent.extend('saga.shows.Component', {
      metadata: { manifest: 'json' },
      init(...args) {
        // The numbers here are years and seasons: not 1,977.
        Formatting.setNumberSymbol('group', '')
        AppComponent.prototype.init.apply(this, args)
      },
    }),
)

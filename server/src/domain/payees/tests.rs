//! What banks really write, and the shop in it.

use proptest::prelude::*;

use super::normalised;

fn check(rows: &[(&str, &str)]) {
    let wrong: Vec<_> = rows
        .iter()
        .map(|(label, shop)| (*label, normalised(label), *shop))
        .filter(|(_, found, shop)| found != shop)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn french_labels() {
    check(&[
        ("CB ACME OUTDOOR FACT 110126 525130******2", "ACME OUTDOOR"),
        ("CARTE 12/03 CARREFOUR CITY", "CARREFOUR CITY"),
        ("CARTE X1234 12/03 Monoprix", "MONOPRIX"),
        ("PAIEMENT PAR CARTE X4567 BOULANGERIE PAUL 12/03", "BOULANGERIE PAUL"),
        ("PAIEMENT CB 1203 DECATHLON", "DECATHLON"),
        ("FACTURE CARTE DU 120324 FNAC", "FNAC"),
        (
            "ACHAT CB LEROY MERLIN 12.03.24 CARTE NUMERO 497",
            "LEROY MERLIN CARTE NUMERO",
        ),
        ("PRLV SEPA  Foo", "FOO"),
        ("PRELEVEMENT EUROPEEN ÉLECTRICITÉ DE FRANCE", "ELECTRICITE DE FRANCE"),
        ("PRLV SEPA FREE MOBILE ECH/150324 ID EMETTEUR/FR12", "FREE MOBILE"),
        ("VIR INST GARAGE", "GARAGE"),
        ("VIR SEPA RECU MARTIN DURAND", "MARTIN DURAND"),
        ("VIREMENT EN VOTRE FAVEUR DUPONT", "DUPONT"),
        ("CARTE BLEUE SHOP", "SHOP"),
        ("CB*1234 PHARMACIE DU MARCHÉ", "PHARMACIE DU MARCHE"),
        ("INSURER - PRELEV - IBAN: FR76 1", "INSURER - PRELEV"),
        ("Mutuelle IBAN FR7630006000011234567890189", "MUTUELLE"),
        ("AVOIR CB ZARA 12/03/24", "ZARA"),
    ]);
}

#[test]
fn english_labels() {
    check(&[
        ("SQ *BLUE BOTTLE COFFEE", "BLUE BOTTLE COFFEE"),
        ("SQ*Blue Bottle Coffee", "BLUE BOTTLE COFFEE"),
        ("TST* PIZZERIA UNO", "PIZZERIA UNO"),
        ("TST*PIZZERIA UNO 00012345", "PIZZERIA UNO"),
        ("PAYPAL *SPOTIFY", "SPOTIFY"),
        ("PAYPAL *SPOTIFY 35314369001 GB", "SPOTIFY"),
        ("PP*SPOTIFY", "SPOTIFY"),
        ("POS PURCHASE SQ *BLUE BOTTLE", "BLUE BOTTLE"),
        ("POS DEBIT WHOLE FOODS #10234", "WHOLE FOODS"),
        ("DEBIT CARD PURCHASE TRADER JOE'S #123 SEATTLE WA", "TRADER JOE'S"),
        ("CHECKCARD 0312 SAFEWAY #1234", "SAFEWAY"),
        ("PURCHASE AUTHORIZED ON 03/12 WALMART CARD 1234", "WALMART"),
        ("RECURRING PAYMENT NETFLIX.COM 866-579-7172 CA", "NETFLIX.COM"),
        ("NETFLIX.COM 866-579-7172", "NETFLIX.COM"),
        ("AMZN MKTP US*2K4", "AMZN MKTP"),
        ("AMZN Mktp US*RT4TY0AB3 Amzn.com/bill WA", "AMZN MKTP"),
        ("AMZN MKTP US *2K4", "AMZN MKTP"),
        ("AMAZON.COM*MK4Z5 AMZN.COM/BILL WA", "AMAZON.COM"),
        ("Amazon Prime*ABCDEFG", "AMAZON PRIME"),
        ("UBER *TRIP HELP.UBER.COM", "UBER TRIP"),
        ("GOOGLE *YouTubePremium", "GOOGLE YOUTUBEPREMIUM"),
        ("DOORDASH*CHIPOTLE", "DOORDASH CHIPOTLE"),
        ("STARBUCKS STORE 12345 SEATTLE WA", "STARBUCKS"),
        ("TESCO STORES 3297 LONDON GB", "TESCO STORES"),
        ("CONTACTLESS PAYMENT TO PRET A MANGER ON 12/03", "PRET A MANGER"),
        ("DIRECT DEBIT PAYMENT TO THAMES WATER REF 123456", "THAMES WATER"),
        ("STANDING ORDER TO J SMITH", "J SMITH"),
        ("SHELL OIL 57444212408 AUSTIN TX", "SHELL OIL"),
        ("COMCAST DES:PAYMENT ID:9 INDN:A B", "COMCAST"),
        ("HOME DEPOT (800) 466-3337", "HOME DEPOT"),
        ("SHOP 1234", "SHOP"),
        ("ONLINE STORE 1234567890", "ONLINE STORE"),
    ]);
}

#[test]
fn german_labels() {
    check(&[
        ("REWE SAGT DANKE 4711//BERLIN/DE", "REWE"),
        ("REWE SAGT DANKE 45123", "REWE"),
        (
            "EDEKA MUELLER 1234//HAMBURG/DE 12-03-2024T18:22:11 KFN 1",
            "EDEKA MUELLER",
        ),
        ("Kartenzahlung LIDL DIENSTLEISTUNG", "LIDL DIENSTLEISTUNG"),
        (
            "SEPA-LASTSCHRIFT STADTWERKE MÜNCHEN EREF+4711 MREF+12",
            "STADTWERKE MUNCHEN",
        ),
        ("Überweisung an Müller", "MULLER"),
        ("ONLINE-ÜBERWEISUNG Hausverwaltung SVWZ+MIETE MAERZ", "HAUSVERWALTUNG"),
        ("DAUERAUFTRAG Vermieter Weiß", "VERMIETER WEISS"),
        ("GUTSCHRIFT ARBEITGEBER GMBH", "ARBEITGEBER"),
        ("ARAL STATION 123", "ARAL"),
        ("APOTHEKE AM MARKT 0815", "APOTHEKE AM MARKT"),
        ("DM FIL. 0512", "DM"),
        ("PayPal *Flaschenpost", "FLASCHENPOST"),
        ("KLARNA*ZALANDO", "ZALANDO"),
        ("AMZN MKTP DE*2K4LL", "AMZN MKTP"),
        ("SUMUP  *CAFÉ KRÄNZCHEN", "CAFE KRANZCHEN"),
        ("straße", "STRASSE"),
        ("STRAẞE", "STRASSE"),
    ]);
}

#[test]
fn spanish_labels() {
    check(&[
        ("COMPRA EN MERCADONA", "MERCADONA"),
        ("COMPRA TARJ. 5402XXXXXXXX1234 MERCADONA", "MERCADONA"),
        ("PAGO CON TARJETA EN EL CORTE INGLÉS", "EL CORTE INGLES"),
        ("PAGO MOVIL EN CAFETERÍA SOL", "CAFETERIA SOL"),
        ("RECIBO IBERDROLA CLIENTES N MANDATO 123", "IBERDROLA CLIENTES"),
        ("ADEUDO RECIBIDO ENDESA REF. 9981", "ENDESA"),
        ("TRANSFERENCIA A FAVOR DE JUAN PÉREZ CONCEPTO: ALQUILER", "JUAN PEREZ"),
        ("TRANSFERENCIA INMEDIATA DE LUCÍA", "LUCIA"),
        ("BIZUM A PEDRO", "PEDRO"),
        ("DIA TIENDA 1234 MADRID ES", "DIA"),
        ("MERCADONA TARJ. :*123456", "MERCADONA"),
    ]);
}

#[test]
fn dutch_labels() {
    check(&[
        (
            "BEA, Google Pay Albert Heijn 1234,PAS123 NR:12345, 12.03.24/18.22 AMSTERDAM",
            "ALBERT HEIJN",
        ),
        ("BEA, BETAALPAS Jumbo Utrecht,PAS001", "JUMBO UTRECHT"),
        ("BEA NR:AB12CD 12.03.24/18.22 HEMA", "HEMA"),
        ("SEPA INCASSO ALGEMEEN DOORLOPEND ENECO INCASSANT: NL12", "ENECO"),
        ("SEPA Incasso Ziggo Services Machtiging: 123", "ZIGGO SERVICES"),
        ("SEPA IDEAL BOL.COM KENMERK: 12", "BOL.COM"),
        ("bol.com via Mollie", "BOL.COM"),
        ("CCV*BAKKERIJ VAN DAM", "BAKKERIJ VAN DAM"),
        ("Zettle_*De Koffiebar", "DE KOFFIEBAR"),
        ("BETALING AAN GEMEENTE OMSCHRIJVING: AFVAL", "GEMEENTE"),
        ("AUTOMATISCHE INCASSO VITENS N.V.", "VITENS N.V"),
        ("ETOS FILIAAL 7021", "ETOS"),
    ]);
}

#[test]
fn what_is_a_part_of_a_name_stays() {
    check(&[
        ("XIBAN: Y", "XIBAN: Y"),
        ("MICROSOFT 365", "MICROSOFT 365"),
        ("STUDIO 54", "STUDIO 54"),
        ("7 ELEVEN", "7 ELEVEN"),
        ("1001 Nights", "1001 NIGHTS"),
        ("X FACT 123456B", "X FACT 123456B"),
        ("a FACT 12345 B", "A FACT B"),
        ("FACT 110126 X", "FACT X"),
        ("SHOP 12/01/26 PARIS", "SHOP PARIS"),
        ("TOYS R US", "TOYS R US"),
        ("VIRGIN MEDIA", "VIRGIN MEDIA"),
        ("POSTE ITALIANE", "POSTE ITALIANE"),
        ("CB", "CB"),
        ("VIR SEPA", "SEPA"),
        ("CB VIR SEPA Bob", "BOB"),
        ("IN", "IN"),
        ("COFFEE SHOP 12", "COFFEE SHOP 12"),
        ("日本食品店", "日本食品店"),
        ("ガソリン", "ガソリン"),
        ("ＡＭＡＺＯＮ", "AMAZON"),
        ("Кофе", "КОФЕ"),
        ("Transfer : Savings", "TRANSFER : SAVINGS"),
    ]);
}

#[test]
fn a_label_without_a_shop_is_empty() {
    check(&[
        ("12/01", ""),
        ("1234*", ""),
        ("", ""),
        ("  ", ""),
        ("1234567890", ""),
        ("\u{200b}", ""),
    ]);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_label_is_one_line_in_upper_case_and_its_form_is_stable_in_case(label in ".{0,60}") {
        let shop = normalised(&label);
        prop_assert_eq!(&shop, &shop.split_whitespace().collect::<Vec<_>>().join(" "));
        prop_assert!(!shop.chars().any(char::is_control));
    }

    #[test]
    fn any_words_in_any_order_end(words in proptest::collection::vec("(CB|SQ|\\*|VIR|SEPA|1234|12/03|IBAN:|GMBH|DE|US\\*2K|AMZN|,|//|[A-Z]{2,6})", 0..8)) {
        let label = words.join(" ");
        let shop = normalised(&label);
        prop_assert!(shop.chars().count() <= label.chars().count());
        prop_assert_eq!(normalised(&label.to_lowercase()), shop);
    }
}

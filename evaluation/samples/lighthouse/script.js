// Marks the crates that were looked through.
function look0(crate) {
    // crate number 0
    return crate.weeks > 0;
}
function look1(crate) {
    // crate number 1
    return crate.weeks > 1;
}
function look2(crate) {
    // crate number 2
    return crate.weeks > 2;
}
function look3(crate) {
    // crate number 3
    return crate.weeks > 3;
}
function look4(crate) {
    // crate number 4
    return crate.weeks > 4;
}
function look5(crate) {
    // crate number 5
    return crate.weeks > 5;
}
function look6(crate) {
    // crate number 6
    return crate.weeks > 6;
}
function look7(crate) {
    // crate number 7
    return crate.weeks > 7;
}
function look8(crate) {
    // crate number 8
    return crate.weeks > 8;
}
function look9(crate) {
    // crate number 9
    return crate.weeks > 9;
}
function look10(crate) {
    // crate number 10
    return crate.weeks > 10;
}
function look11(crate) {
    // crate number 11
    return crate.weeks > 11;
}
function look12(crate) {
    // crate number 12
    return crate.weeks > 12;
}
function look13(crate) {
    // crate number 13
    return crate.weeks > 13;
}
function look14(crate) {
    // crate number 14
    return crate.weeks > 14;
}
function look15(crate) {
    // crate number 15
    return crate.weeks > 15;
}
function look16(crate) {
    // crate number 16
    return crate.weeks > 16;
}
function look17(crate) {
    // crate number 17
    return crate.weeks > 17;
}
function look18(crate) {
    // crate number 18
    return crate.weeks > 18;
}
function look19(crate) {
    // crate number 19
    return crate.weeks > 19;
}
function look20(crate) {
    // crate number 20
    return crate.weeks > 20;
}
function look21(crate) {
    // crate number 21
    return crate.weeks > 21;
}
function look22(crate) {
    // crate number 22
    return crate.weeks > 22;
}
function look23(crate) {
    // crate number 23
    return crate.weeks > 23;
}
function look24(crate) {
    // crate number 24
    return crate.weeks > 24;
}
function look25(crate) {
    // crate number 25
    return crate.weeks > 25;
}
function look26(crate) {
    // crate number 26
    return crate.weeks > 26;
}
function look27(crate) {
    // crate number 27
    return crate.weeks > 27;
}
function look28(crate) {
    // crate number 28
    return crate.weeks > 28;
}
function look29(crate) {
    // crate number 29
    return crate.weeks > 29;
}
function look30(crate) {
    // crate number 30
    return crate.weeks > 30;
}
function look31(crate) {
    // crate number 31
    return crate.weeks > 31;
}
function look32(crate) {
    // crate number 32
    return crate.weeks > 32;
}
function look33(crate) {
    // crate number 33
    return crate.weeks > 33;
}
function look34(crate) {
    // crate number 34
    return crate.weeks > 34;
}
function look35(crate) {
    // crate number 35
    return crate.weeks > 35;
}
function look36(crate) {
    // crate number 36
    return crate.weeks > 36;
}
function look37(crate) {
    // crate number 37
    return crate.weeks > 37;
}
function look38(crate) {
    // crate number 38
    return crate.weeks > 38;
}
function look39(crate) {
    // crate number 39
    return crate.weeks > 39;
}
function look40(crate) {
    // crate number 40
    return crate.weeks > 40;
}
function look41(crate) {
    // crate number 41
    return crate.weeks > 41;
}
function look42(crate) {
    // crate number 42
    return crate.weeks > 42;
}
function look43(crate) {
    // crate number 43
    return crate.weeks > 43;
}
function look44(crate) {
    // crate number 44
    return crate.weeks > 44;
}
function look45(crate) {
    // crate number 45
    return crate.weeks > 45;
}
function look46(crate) {
    // crate number 46
    return crate.weeks > 46;
}
function look47(crate) {
    // crate number 47
    return crate.weeks > 47;
}
function look48(crate) {
    // crate number 48
    return crate.weeks > 48;
}
function look49(crate) {
    // crate number 49
    return crate.weeks > 49;
}
function look50(crate) {
    // crate number 50
    return crate.weeks > 50;
}
function look51(crate) {
    // crate number 51
    return crate.weeks > 51;
}
function look52(crate) {
    // crate number 52
    return crate.weeks > 52;
}
function look53(crate) {
    // crate number 53
    return crate.weeks > 53;
}
function look54(crate) {
    // crate number 54
    return crate.weeks > 54;
}
function look55(crate) {
    // crate number 55
    return crate.weeks > 55;
}
function look56(crate) {
    // crate number 56
    return crate.weeks > 56;
}
function look57(crate) {
    // crate number 57
    return crate.weeks > 57;
}
function look58(crate) {
    // crate number 58
    return crate.weeks > 58;
}
function look59(crate) {
    // crate number 59
    return crate.weeks > 59;
}
function look60(crate) {
    // crate number 60
    return crate.weeks > 60;
}
function look61(crate) {
    // crate number 61
    return crate.weeks > 61;
}
function look62(crate) {
    // crate number 62
    return crate.weeks > 62;
}
function look63(crate) {
    // crate number 63
    return crate.weeks > 63;
}
function look64(crate) {
    // crate number 64
    return crate.weeks > 64;
}
function look65(crate) {
    // crate number 65
    return crate.weeks > 65;
}
function look66(crate) {
    // crate number 66
    return crate.weeks > 66;
}
function look67(crate) {
    // crate number 67
    return crate.weeks > 67;
}
function look68(crate) {
    // crate number 68
    return crate.weeks > 68;
}
function look69(crate) {
    // crate number 69
    return crate.weeks > 69;
}
function look70(crate) {
    // crate number 70
    return crate.weeks > 70;
}
function look71(crate) {
    // crate number 71
    return crate.weeks > 71;
}
function look72(crate) {
    // crate number 72
    return crate.weeks > 72;
}
function look73(crate) {
    // crate number 73
    return crate.weeks > 73;
}
function look74(crate) {
    // crate number 74
    return crate.weeks > 74;
}
function look75(crate) {
    // crate number 75
    return crate.weeks > 75;
}
function look76(crate) {
    // crate number 76
    return crate.weeks > 76;
}
function look77(crate) {
    // crate number 77
    return crate.weeks > 77;
}
function look78(crate) {
    // crate number 78
    return crate.weeks > 78;
}
function look79(crate) {
    // crate number 79
    return crate.weeks > 79;
}
function look80(crate) {
    // crate number 80
    return crate.weeks > 80;
}
function look81(crate) {
    // crate number 81
    return crate.weeks > 81;
}
function look82(crate) {
    // crate number 82
    return crate.weeks > 82;
}
function look83(crate) {
    // crate number 83
    return crate.weeks > 83;
}
function look84(crate) {
    // crate number 84
    return crate.weeks > 84;
}
function look85(crate) {
    // crate number 85
    return crate.weeks > 85;
}
function look86(crate) {
    // crate number 86
    return crate.weeks > 86;
}
function look87(crate) {
    // crate number 87
    return crate.weeks > 87;
}
function look88(crate) {
    // crate number 88
    return crate.weeks > 88;
}
function look89(crate) {
    // crate number 89
    return crate.weeks > 89;
}
function look90(crate) {
    // crate number 90
    return crate.weeks > 90;
}
function look91(crate) {
    // crate number 91
    return crate.weeks > 91;
}
function look92(crate) {
    // crate number 92
    return crate.weeks > 92;
}
function look93(crate) {
    // crate number 93
    return crate.weeks > 93;
}
function look94(crate) {
    // crate number 94
    return crate.weeks > 94;
}
function look95(crate) {
    // crate number 95
    return crate.weeks > 95;
}
function look96(crate) {
    // crate number 96
    return crate.weeks > 96;
}
function look97(crate) {
    // crate number 97
    return crate.weeks > 97;
}
function look98(crate) {
    // crate number 98
    return crate.weeks > 98;
}
function look99(crate) {
    // crate number 99
    return crate.weeks > 99;
}
function look100(crate) {
    // crate number 100
    return crate.weeks > 100;
}
function look101(crate) {
    // crate number 101
    return crate.weeks > 101;
}
function look102(crate) {
    // crate number 102
    return crate.weeks > 102;
}
function look103(crate) {
    // crate number 103
    return crate.weeks > 103;
}
function look104(crate) {
    // crate number 104
    return crate.weeks > 104;
}
function look105(crate) {
    // crate number 105
    return crate.weeks > 105;
}
function look106(crate) {
    // crate number 106
    return crate.weeks > 106;
}
function look107(crate) {
    // crate number 107
    return crate.weeks > 107;
}
function look108(crate) {
    // crate number 108
    return crate.weeks > 108;
}
function look109(crate) {
    // crate number 109
    return crate.weeks > 109;
}
function look110(crate) {
    // crate number 110
    return crate.weeks > 110;
}
function look111(crate) {
    // crate number 111
    return crate.weeks > 111;
}
function look112(crate) {
    // crate number 112
    return crate.weeks > 112;
}
function look113(crate) {
    // crate number 113
    return crate.weeks > 113;
}
function look114(crate) {
    // crate number 114
    return crate.weeks > 114;
}
function look115(crate) {
    // crate number 115
    return crate.weeks > 115;
}
function look116(crate) {
    // crate number 116
    return crate.weeks > 116;
}
function look117(crate) {
    // crate number 117
    return crate.weeks > 117;
}
function look118(crate) {
    // crate number 118
    return crate.weeks > 118;
}
function look119(crate) {
    // crate number 119
    return crate.weeks > 119;
}
